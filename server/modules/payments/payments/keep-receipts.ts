import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

const COLUMNS = sql`operator_name, business_id, operator_address, operator_email, operator_phone, store_name, store_address,
  time_zone, event_names`

/** The seller and the store as they are now. */
const AS_IT_IS = sql`operator.name, operator.business_id, operator.address, operator.email, operator.phone, store.name,
  store.address, store.time_zone, event.names`

const sellersOf = (orders: RawBuilder<unknown>) => sql`
  ${orders} AS sold JOIN store ON store.id = sold.store_id CROSS JOIN operator
  LEFT JOIN preorder_event event ON event.id = sold.preorder_event_id`

/**
 * Stores seller and store for the receipts of some orders, in the transaction that completes them: as a separate statement, or
 * within the one that moves the order. `orders`: a table with the columns of customer_order. Existing receipts are kept.
 */
export const keepReceipts = (orders: RawBuilder<unknown>) => sql`
  INSERT INTO receipt (order_id, ${COLUMNS})
  SELECT sold.id, ${AS_IT_IS} FROM ${sellersOf(orders)} WHERE sold.status = 'complete'
  ON CONFLICT (order_id) WHERE refund_id IS NULL DO NOTHING`

/** The same for a refund, in the transaction that records it as done. */
export const keepRefundReceipt = (db: Kysely<Database>, refund: { id: number; orderId: number }) =>
  sql`
    INSERT INTO receipt (order_id, refund_id, ${COLUMNS})
    SELECT sold.id, ${refund.id}::bigint, ${AS_IT_IS} FROM ${sellersOf(sql`customer_order`)} WHERE sold.id = ${refund.orderId}
    ON CONFLICT (refund_id) DO NOTHING`.execute(db)

/** How far back an earlier version's server may have settled payments while this one runs. */
const LATELY = sql`interval '1 day'`

/**
 * Stores the receipts of orders that a server of an earlier version settled, which stored none; returns how many. They are
 * emailed like the others.
 */
export async function keepMissedReceipts(db: Kysely<Database>, most: number): Promise<number> {
  const missed = sql`(SELECT * FROM customer_order WHERE updated_at > now() - ${LATELY} AND status = 'complete'
    AND NOT EXISTS (SELECT 1 FROM receipt WHERE receipt.order_id = customer_order.id AND receipt.refund_id IS NULL)
    ORDER BY id LIMIT ${most})`
  const { numAffectedRows = 0n } = await keepReceipts(missed).execute(db)
  return Number(numAffectedRows)
}
