import { sql } from 'kysely'
import type { ReducedGoods, ReducedLot } from '#contract/stock/reduced-lots.ts'
import type { LanguageCode } from '#contract/values.ts'
import { hasValidCheckDigit, normaliseGtin } from '#domain/catalogue/gtin.ts'
import { lastDay, type Lot, toLot } from '#domain/catalogue/lot.ts'
import { MARKDOWN_DAYS, reducedBy } from '#domain/catalogue/markdown.ts'
import { isLabelled } from '#domain/catalogue/product-types.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { findLotRules } from '#server/modules/catalogue/products/find-lot-rules.ts'
import { findSellableProducts, type SellableProduct } from '#server/modules/catalogue/products/queries.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'

const findDatedLots = (db: Db, storeId: number, today: string) =>
  db
    .selectFrom('stock_lot')
    .select(['id', 'product_id', 'lot', 'best_before', 'use_by', 'quantity_thousandths'])
    .where('store_id', '=', storeId)
    .where('quantity_thousandths', '>', sql.lit(0))
    .where('last_day', '>=', plusDays(today, MARKDOWN_DAYS.min))
    .where('last_day', '<=', plusDays(today, MARKDOWN_DAYS.max))
    .orderBy('last_day')
    .orderBy('id')
    .execute()

type LotRow = Awaited<ReturnType<typeof findDatedLots>>[number]

/** A lot that its date reduces today, as the scan and the order price its packages. */
type ReducedRow = {
  row: LotRow
  lot: Lot
  product: SellableProduct
  daysLeft: number
  percent: number
  priceCents: number
}

type ReducedQuery = { storeId: number; now: Date }

const isOnSale = ({ enabled, offered, recalled, productType }: SellableProduct) =>
  enabled && offered && !recalled && productType === 'standard'

/** What a store sells cheaper today, what ends first at the top; undefined: no such store. */
async function findReduced(
  db: Db,
  { storeId, now }: ReducedQuery,
): Promise<{ today: string; lots: ReducedRow[] } | undefined> {
  const rules = await findLotRules(db, { storeId, now })
  if (!rules) return undefined
  const { today, rulesFor } = rules
  const rows = await findDatedLots(db, storeId, today)
  const productIds = [...new Set(rows.map(row => row.product_id))]
  const products = await findSellableProducts(db, { storeId, productIds, date: shopDate(now) })
  const lots = rows.flatMap((row): ReducedRow[] => {
    const product = products.get(row.product_id)
    if (!product || !isOnSale(product)) return []
    const lot = toLot(row)
    const reduced = reducedBy({ ...product, ...rulesFor(product) }, lot, today)
    if (!reduced) return []
    const { step, priceCents } = reduced
    return [{ row, lot, product, daysLeft: step.days_left, percent: step.percent, priceCents }]
  })
  return { today, lots }
}

/** By product id, 14 digits; without the products that a code with a lot can't name. */
async function findGtins(db: Db, productIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'ean13', 'product_code', 'further_codes', 'product_code_type'])
    .where('id', '=', anyId(productIds))
    .execute()
  const found = rows.flatMap(({ id, ean13, product_code: code, further_codes: others, product_code_type: type }) => {
    // Each package of such goods has a label of its own, from the scale.
    if (isLabelled(type)) return []
    const gtins = [ean13, code, ...(others ?? [])].map(each => normaliseGtin(each ?? ''))
    const gtin = gtins.find(each => each !== undefined && hasValidCheckDigit(each))
    return gtin === undefined ? [] : [[id, gtin] as const]
  })
  return new Map(found)
}

type MarkRow = { stock_lot_id: number; days_left: number; percent: number; price_cents: number; marked_at: Date }

/** What has red labels, but for lots of which more was received since. */
async function findMarks(db: Db, lotIds: readonly number[]): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    SELECT mark.stock_lot_id, mark.days_left, mark.percent, mark.price_cents, mark.marked_at FROM marked_lot mark
    WHERE mark.stock_lot_id = ${anyId(lotIds)} AND NOT EXISTS (
      SELECT FROM stock_lot_move part JOIN stock_move move ON move.id = part.stock_move_id
      WHERE part.stock_lot_id = mark.stock_lot_id AND part.quantity_thousandths > 0 AND move.kind = 'delivery'
        AND move.created_at > mark.marked_at)`.execute(db)
  return rows
}

const hasSameLabel = (mark: MarkRow, { row, daysLeft, percent, priceCents }: ReducedRow) =>
  mark.stock_lot_id === row.id &&
  mark.days_left === daysLeft &&
  // Other labels are needed once rule or price differ from what these say.
  mark.percent === percent &&
  mark.price_cents === priceCents

/** What to put red labels on today, and what has them; undefined: no such store. */
export async function findReducedLots(db: Db, query: ReducedQuery & { language: LanguageCode }) {
  const found = await findReduced(db, query)
  if (!found) return undefined
  const { today, lots } = found
  const [gtins, marks] = await Promise.all([
    findGtins(
      db,
      lots.map(({ product }) => product.productId),
    ),
    findMarks(
      db,
      lots.map(({ row }) => row.id),
    ),
  ])
  const items = lots.map((reduced): ReducedLot & { gtin: string | undefined } => {
    const { row, product, daysLeft, percent, priceCents } = reduced
    const gtin = gtins.get(product.productId)
    return {
      id: row.id,
      product_id: product.productId,
      name: textInLanguage(product.names, query.language),
      unit: product.unit,
      lot: row.lot,
      best_before: row.best_before,
      use_by: row.use_by,
      quantity: quantityFromThousandths(row.quantity_thousandths),
      price: eurosFromCents(product.priceCents),
      reduced_price: eurosFromCents(priceCents),
      percent,
      days_left: daysLeft,
      has_code: gtin !== undefined,
      gtin,
      marked_at: marks.find(mark => hasSameLabel(mark, reduced))?.marked_at.toISOString() ?? null,
    }
  })
  return { today, items }
}

/** For shoppers: each product and date once, however many lots there are. */
export async function findReducedGoods(db: Db, query: ReducedQuery): Promise<ReducedGoods[]> {
  const { lots } = (await findReduced(db, query)) ?? { lots: [] }
  const goods = new Map<string, ReducedGoods>()
  for (const { row, lot, product, percent, priceCents } of lots) {
    // Its price is on each package, and no code of ours can lower it.
    if (isLabelled(product.productCodeType)) continue
    const key = `${product.productId} ${lastDay(lot)}`
    if (goods.has(key)) continue
    goods.set(key, {
      product_id: product.productId,
      best_before: row.best_before,
      use_by: row.use_by,
      price: eurosFromCents(product.priceCents),
      reduced_price: eurosFromCents(priceCents),
      percent,
    })
  }
  return [...goods.values()]
}
