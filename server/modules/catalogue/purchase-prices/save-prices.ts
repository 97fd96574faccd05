import { sql } from 'kysely'
import { parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { type Author, recordChanges } from '#server/platform/audit-log/record-change.ts'
import { recordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

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
    DELETE FROM purchase_price AS kept USING ${asRows(prices)}
    WHERE kept.product_id = r.product_id AND kept.supplier_id = r.supplier_id AND kept.valid_from = r.valid_from
      AND kept.price_ten_thousandths = r.price_ten_thousandths
    RETURNING kept.product_id`.execute(trx)
  const removed = new Set(rows.map(row => row.product_id))
  await recordPrices(trx, { prices, productIds: removed, author, isRemoved: true })
}

const asRows = (prices: readonly DatedPrice[]) =>
  recordset(
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
