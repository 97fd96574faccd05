import * as z from 'zod/mini'
import type { StockMoves } from '#contract/stock/stock.ts'
import { type Lot, lotKey, parseLotKey } from '#domain/catalogue/lot.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { lotDateText } from '#web/shop/catalogue/products/lot-text.ts'
import type { WorkKind } from './work-labels.ts'

/** What is known of a line's lots: those whose codes were scanned, and the lot of all the rest. Lots are keys of `lotKey`. */
export const lineLots = {
  lots: z.optional(z.array(z.object({ key: z.string(), thousandths: z.int() }))),
  rest: z.optional(z.string()),
}
const lineSchema = z.object(lineLots)
type LineLots = z.output<typeof lineSchema>

/** Whether lines of this work may name lots. */
export const hasLots = (kind: WorkKind): boolean => kind === 'delivery' || kind === 'waste'

/** Adds scanned goods to their lot. Without a quantity, all the rest of the line is of the lot. */
export function addLot({ lots = [], rest }: LineLots, lot: Lot, thousandths: number | undefined): LineLots {
  const key = lotKey(lot)
  if (thousandths === undefined) return { lots, rest: key }
  const before = lots.find(each => each.key === key)?.thousandths ?? 0
  const others = lots.filter(each => each.key !== key)
  return { ...(rest !== undefined && { rest }), lots: [...others, { key, thousandths: before + thousandths }] }
}

/** The lots of a line of so much: no more than the line, whatever was typed after the scans. */
export function divideLots({ lots = [], rest }: LineLots, thousandths: number): { key: string; thousandths: number }[] {
  const parts = new Map<string, number>()
  let remaining = thousandths
  for (const part of [...lots, ...(rest === undefined ? [] : [{ key: rest, thousandths }])]) {
    const portion = Math.min(part.thousandths, remaining)
    remaining -= portion
    if (portion > 0) parts.set(part.key, (parts.get(part.key) ?? 0) + portion)
  }
  return [...parts].map(([key, quantity]) => ({ key, thousandths: quantity }))
}

type MovedLot = NonNullable<StockMoves['lines'][number]['lots']>[number]

export const toLotFields = ({ lot, bestBefore, useBy }: Lot) => ({
  ...(lot !== undefined && { lot }),
  ...(bestBefore !== undefined && { best_before: bestBefore }),
  ...(useBy !== undefined && { use_by: useBy }),
})

/** For the request. */
export function toMovedLots(lots: LineLots, thousandths: number): { lots?: MovedLot[] } {
  const parts = divideLots(lots, thousandths).map(({ key, thousandths: part }): MovedLot => ({
    ...toLotFields(parseLotKey(key) ?? {}),
    quantity: quantityFromThousandths(part),
  }))
  return parts.length > 0 ? { lots: parts } : {}
}

/** The date of the newest other line that has one, without its lot number, which is its product's own. */
export function findLastDate(
  lines: readonly (LineLots & { productId: number })[],
  productId: number,
): string | undefined {
  return lines
    .filter(each => each.productId !== productId)
    .flatMap(({ rest, lots = [] }) => [
      ...(rest === undefined ? [] : [rest]),
      ...lots.map(({ key }) => key).toReversed(),
    ])
    .map(key => lotKey({ ...parseLotKey(key), lot: '' }))
    .find(key => key !== '')
}

/** As `Best before 31.12.2026, lot L7`. */
export function lotKeyText(key: string, t: Translate): string {
  const lot = parseLotKey(key) ?? {}
  const number = lot.lot === undefined ? '' : t('stock.lotNumber', { lot: lot.lot })
  return joinFilled([lotDateText(lot, t), number], ', ')
}
