import type { Transaction } from 'kysely'
import { parsePurchasePrice } from '#domain/stock/purchase-price.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Database } from '#server/platform/schema/tables.ts'

export type PriceKey = { productId: number; supplier_id: number; valid_from: string }
export type Dated = PriceKey & { author: Author }

/** For the audit log of the product. */
export const priceFacts = ({ supplier_id, valid_from }: PriceKey, price: number) => ({
  purchase_prices: { [supplier_id]: { [valid_from]: price } },
})

/** False when the supplier already has a price of the product from that day. */
export async function keepPurchasePrice(
  trx: Transaction<Database>,
  added: Dated & { price: number },
): Promise<boolean> {
  const { productId, supplier_id, valid_from, price, author } = added
  const row = await trx
    .insertInto('purchase_price')
    .values({ product_id: productId, supplier_id, valid_from, price_ten_thousandths: parsePurchasePrice(price) ?? 0 })
    .onConflict(conflict => conflict.columns(['product_id', 'supplier_id', 'valid_from']).doNothing())
    .returning('valid_from')
    .executeTakeFirst()
  if (!row) return false
  await recordChange(trx, { kind: 'product', id: productId, before: {}, after: priceFacts(added, price), author })
  return true
}
