import { sql } from 'kysely'
import { parsePurchasePrice, TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { shopDate } from '#domain/shop-date.ts'
import { type Author, recordChanges, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { listPurchasePrices } from './queries.ts'

export type PriceKey = { productId: number; supplier_id: number; valid_from: string }
export type DatedPriceKey = PriceKey & { author: Author }
type DatedPrice = PriceKey & { price: number }

/** For the audit log of the product. */
export const priceFacts = ({ supplier_id, valid_from }: PriceKey, price: number) => ({
  purchase_prices: { [supplier_id]: { [valid_from]: price } },
})

/** False when the supplier already has a price of the product from that day. */
export async function savePurchasePrice(
  trx: Trx,
  { author, ...added }: DatedPriceKey & { price: number },
): Promise<boolean> {
  return (await savePurchasePrices(trx, [added], author)).size > 0
}

/** At most one price of a product; returns the products whose price was added: the others have one from that day. */
export async function savePurchasePrices(
  trx: Trx,
  prices: readonly DatedPrice[],
  author: Author,
): Promise<Set<number>> {
  if (prices.length === 0) return new Set()
  const { rows } = await sql<{ product_id: number }>`
    INSERT INTO purchase_price (product_id, supplier_id, valid_from, price_ten_thousandths)
    SELECT product_id, supplier_id, valid_from, price_ten_thousandths FROM ${asRows(prices)}
    ON CONFLICT (product_id, supplier_id, valid_from) DO NOTHING
    RETURNING product_id`.execute(trx)
  const added = new Set(rows.map(row => row.product_id))
  await recordPrices(trx, { prices, productIds: added, author, isRemoved: false })
  return added
}

/** Removes prices of different products, as far as they are still the same. */
export async function removePurchasePrices(trx: Trx, prices: readonly DatedPrice[], author: Author): Promise<void> {
  if (prices.length === 0) return
  const { rows } = await sql<{ product_id: number }>`
    DELETE FROM purchase_price AS price USING ${asRows(prices)}
    WHERE price.product_id = r.product_id AND price.supplier_id = r.supplier_id AND price.valid_from = r.valid_from
      AND price.price_ten_thousandths = r.price_ten_thousandths
    RETURNING price.product_id`.execute(trx)
  const removed = new Set(rows.map(row => row.product_id))
  await recordPrices(trx, { prices, productIds: removed, author, isRemoved: true })
}

const asRows = (prices: readonly DatedPrice[]) =>
  jsonRecordset(
    prices.map(({ productId, price, ...key }) => ({
      ...key,
      product_id: productId,
      price_ten_thousandths: parsePurchasePrice(price) ?? 0,
    })),
    'product_id integer, supplier_id integer, valid_from date, price_ten_thousandths bigint',
  )

type RecordPricesInput = {
  prices: readonly DatedPrice[]
  productIds: ReadonlySet<number>
  author: Author
  isRemoved: boolean
}

async function recordPrices(trx: Trx, { prices, productIds, author, isRemoved }: RecordPricesInput) {
  const changes = prices
    .filter(({ productId }) => productIds.has(productId))
    .map(price => {
      const facts = priceFacts(price, price.price)
      const sides = isRemoved ? { before: facts, after: {} } : { before: {}, after: facts }
      return { kind: 'product' as const, id: price.productId, ...sides, author }
    })
  await recordChanges(trx, changes)
}

/** The lock waits for a concurrent removal of the product or the supplier. */
async function lockBoth(trx: Trx, { productId, supplier_id }: PriceKey) {
  const find = (table: 'product' | 'supplier', id: number) =>
    trx.selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', id).forKeyShare().executeTakeFirst()
  return { product: await find('product', productId), supplier: await find('supplier', supplier_id) }
}

/** Adds a price from a day on; a wrong one is removed and added again, so that the audit log has both. */
export const addPurchasePrice = ({ db }: Context, added: DatedPriceKey & { price: number }) =>
  inRefusableTransaction(db, async trx => {
    const { productId, price, author } = added
    const { product, supplier } = await lockBoth(trx, added)
    if (!product) return refuse('notFound')
    if (!supplier) return refuse('form.invalid', { problems: [{ field: 'supplier_id', problem: 'unknown' }] })
    if (parsePurchasePrice(price) === undefined)
      return refuse('form.invalid', { problems: [{ field: 'price', problem: 'invalid' }] })
    if (!(await savePurchasePrice(trx, added)))
      return refuse('form.invalid', { problems: [{ field: 'valid_from', problem: 'taken' }] })
    return listPurchasePrices(trx, productId, shopDate(author.at))
  })

export const removePurchasePrice = ({ db }: Context, removed: DatedPriceKey) =>
  inRefusableTransaction(db, async trx => {
    const { productId, supplier_id, valid_from, author } = removed
    const row = await trx
      .deleteFrom('purchase_price')
      .where('product_id', '=', productId)
      .where('supplier_id', '=', supplier_id)
      .where('valid_from', '=', sql<string>`${valid_from}::date`)
      .returning('price_ten_thousandths')
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    const before = priceFacts(removed, row.price_ten_thousandths / TEN_THOUSANDTHS_PER_EURO)
    await recordChange(trx, { kind: 'product', id: productId, before, after: {}, author })
    return listPurchasePrices(trx, productId, shopDate(author.at))
  })
