import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import { lastDay, lotKey, parseLotKey } from '#domain/catalogue/lot.ts'
import type { FieldProblem } from '#domain/catalogue/product-form.ts'
import { isCount, parseProductQuantity } from '#domain/catalogue/product-types.ts'
import { isDay } from '#domain/format/iso-day.ts'

export type MoveKind = 'delivery' | 'count' | 'waste' | 'correction'

export type StockLine = {
  product_id: number
  quantity: number
  lots?: readonly StockLineLot[] | undefined
}

/** A part of a line's quantity that is of a lot, of a date, or both. */
type StockLineLot = {
  lot?: string | undefined
  best_before?: string | undefined
  use_by?: string | undefined
  quantity: number
}

const NEEDS_REASON: readonly MoveKind[] = ['waste', 'correction']

/** Goods sold by the piece are moved in whole pieces; `types` contains the products that can be in stock. */
export type CodeTypes = ReadonlyMap<number, ProductCodeType>

/** The problems of stock move lines. */
export function stockProblems(
  { kind, reason = '', lines }: { kind: MoveKind; reason?: string | undefined; lines: readonly StockLine[] },
  types: CodeTypes,
): FieldProblem[] {
  const seen = new Set<number>()
  const inLines = lines.flatMap(({ product_id: id, quantity, lots = [] }, index): FieldProblem[] => {
    const isRepeated = seen.has(id)
    seen.add(id)
    const field = `lines.${index}`
    const type = types.get(id)
    if (!type) return [{ field: `${field}.product_id`, problem: 'unknown' }]
    if (isRepeated) return [{ field: `${field}.product_id`, problem: 'repeated' }]
    if (!isQuantity(quantity, kind, type)) return [{ field: `${field}.quantity`, problem: 'invalidQuantity' }]
    return areLots(lots, { quantity, kind, type }) ? [] : [{ field: `${field}.lots`, problem: 'invalidQuantity' }]
  })
  const isUnexplained = NEEDS_REASON.includes(kind) && reason.trim() === ''
  return isUnexplained ? [{ field: 'reason', problem: 'required' }, ...inLines] : inLines
}

/** Whether a quantity is valid for a delivery, count, waste or correction. */
export function isQuantity(quantity: number, kind: MoveKind, type: ProductCodeType): boolean {
  if (kind === 'count') return isCount(quantity, type)
  const thousandths = parseProductQuantity(quantity, type)
  if (thousandths === undefined) return false
  return kind === 'correction' ? thousandths !== 0 : thousandths > 0
}

type LinesLots = { quantity: number; kind: MoveKind; type: ProductCodeType }

/** Each names a lot or a date that the calendar has, no two the same, and together they are no more than the line. */
function areLots(lots: readonly StockLineLot[], { quantity, kind, type }: LinesLots): boolean {
  if (lots.length === 0) return true
  if (kind !== 'delivery' && kind !== 'waste') return false
  const keys = lots.map(({ lot, best_before: bestBefore, use_by: useBy }) =>
    lotKey({
      ...(lot !== undefined && { lot }),
      ...(bestBefore !== undefined && { bestBefore }),
      ...(useBy !== undefined && { useBy }),
    }),
  )
  const parsed = keys.map(parseLotKey)
  const isOneDate = lots.every(lot => lot.best_before === undefined || lot.use_by === undefined)
  const thousandths = lots.map(lot => parseProductQuantity(lot.quantity, type) ?? 0)
  const all = parseProductQuantity(quantity, type) ?? 0
  return (
    isOneDate &&
    parsed.every(lot => lot !== undefined && isDay(lastDay(lot) ?? '2000-01-01')) &&
    new Set(keys).size === keys.length &&
    thousandths.every(part => part > 0) &&
    thousandths.reduce((sum, part) => sum + part, 0) <= all
  )
}

/** The quantity for the ledger; `thereThousandths` is the ledger's current quantity. */
export function movedThousandths(kind: MoveKind, thousandths: number, thereThousandths: number): number {
  if (kind === 'waste') return -thousandths
  return kind === 'count' ? thousandths - thereThousandths : thousandths
}
