import type { StoreOffer } from '#contract/stores/admin-stores.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { sql, type Transaction } from 'kysely'

/** Fills the shelves of a new store: with every product that is enabled, or with those of another store and its limits. */
export async function offerProducts(trx: Transaction<Database>, storeId: number, offer: StoreOffer) {
  if (offer === 'none') return undefined
  if (offer === 'all') {
    await sql`
      INSERT INTO store_stock (store_id, product_id, product_alarm_thousandths)
      SELECT ${storeId}::integer, id, stock_alarm_thousandths FROM product WHERE enabled AND product_type = 'standard' ORDER BY id`.execute(
      trx,
    )
    return undefined
  }
  const model = trx.selectFrom('store').select('id').where('id', '=', offer.as_store)
  if (!(await model.executeTakeFirst())) return refuse('store.notFound')
  await sql`
    INSERT INTO store_stock (store_id, product_id, offered, alarm_thousandths, is_standard, product_alarm_thousandths)
    SELECT ${storeId}::integer, product_id, offered, alarm_thousandths, is_standard, product_alarm_thousandths
    FROM store_stock WHERE store_id = ${offer.as_store} ORDER BY product_id`.execute(trx)
  return undefined
}
