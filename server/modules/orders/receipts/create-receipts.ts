import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import type { RefundDone, SettlementHooks } from '#server/platform/settlement-hooks.ts'

const COLUMNS = sql`operator_name, business_id, operator_address, operator_email, operator_phone, store_name, store_address,
  time_zone, event_names`

/** The seller and the store as they are now. */
const AS_IT_IS = sql`operator.name, operator.business_id, operator.address, operator.email, operator.phone, store.name,
  store.address, store.time_zone, event.names`

const sellersSql = (orders: RawBuilder<unknown>) => sql`
  ${orders} AS sold JOIN store ON store.id = sold.store_id CROSS JOIN operator
  LEFT JOIN preorder_event event ON event.id = sold.preorder_event_id`

/** The emails of the receipts `kept`, which the outbox sends after the commit. */
const MAILED = sql`mailed AS (INSERT INTO outbox_message (kind, receipt_id) SELECT 'receipt', id FROM kept)`

/**
 * CTEs for the statement that completes orders: they store seller and store for the receipts, and write the emails to the
 * outbox. `orders`: a table with the columns of customer_order. Existing receipts are kept, and not emailed again.
 */
const receiptsKept = (orders: RawBuilder<unknown>) => sql`
  kept AS (
    INSERT INTO receipt (order_id, ${COLUMNS})
    SELECT sold.id, ${AS_IT_IS} FROM ${sellersSql(orders)} WHERE sold.status = 'complete'
    ON CONFLICT (order_id) WHERE refund_id IS NULL DO NOTHING RETURNING id
  ), ${MAILED}`

/** Stores and emails the receipts of complete orders that have none. */
export async function createReceipts(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`WITH ${receiptsKept(orders)} SELECT id FROM kept`.execute(db)
}

/** The same for a refund, in the transaction that records it as done. A reversal has no receipt: there was no sale. */
async function createRefundReceipt(trx: Trx, refund: RefundDone): Promise<void> {
  if (refund.kind === 'reversal') return
  await sql`
    WITH kept AS (
      INSERT INTO receipt (order_id, refund_id, ${COLUMNS})
      SELECT sold.id, ${refund.id}::bigint, ${AS_IT_IS} FROM ${sellersSql(sql`customer_order`)}
      WHERE sold.id = ${refund.orderId}
      ON CONFLICT (refund_id) DO NOTHING RETURNING id
    ), ${MAILED} SELECT id FROM kept`.execute(trx)
}

export const RECEIPTS_SETTLEMENT: SettlementHooks = { paid: receiptsKept, refunded: createRefundReceipt }
