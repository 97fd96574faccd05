import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import type { FieldProblem } from '#domain/catalogue/product-form.ts'
import { isCount, parseProductQuantity } from '#domain/catalogue/product-types.ts'

export type MoveKind = 'delivery' | 'count' | 'waste' | 'correction'

export type StockLine = {
  product_id: number
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
  const inLines = lines.flatMap(({ product_id: id, quantity }, index): FieldProblem[] => {
    const isRepeated = seen.has(id)
    seen.add(id)
    const field = `lines.${index}`
    const type = types.get(id)
    if (!type) return [{ field: `${field}.product_id`, problem: 'unknown' }]
    if (isRepeated) return [{ field: `${field}.product_id`, problem: 'repeated' }]
    return isQuantity(quantity, kind, type) ? [] : [{ field: `${field}.quantity`, problem: 'invalidQuantity' }]
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

/** The quantity for the ledger; `thereThousandths` is the ledger's current quantity. */
export function movedThousandths(kind: MoveKind, thousandths: number, thereThousandths: number): number {
  if (kind === 'waste') return -thousandths
  return kind === 'count' ? thousandths - thereThousandths : thousandths
}
