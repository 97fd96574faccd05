import { sql } from 'kysely'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { SettledRefund, SettlementHooks } from '#server/platform/settlement-hooks.ts'

/** Stores and emails the receipt of a complete order that has none. */
export async function createReceipt(trx: Trx, orderId: number): Promise<void> {
  await sql`SELECT write_receipt(${orderId})`.execute(trx)
}

/** The same for a refund, in the transaction that records it as done. A reversal has no receipt: there was no sale. */
async function createRefundReceipt(trx: Trx, refund: SettledRefund): Promise<void> {
  if (refund.kind === 'reversal') return
  await sql`
    WITH refund_receipt AS (
      INSERT INTO receipt (order_id, refund_id, operator_name, business_id, operator_address, operator_email, operator_phone, store_name,
        store_address, time_zone, event_names)
      SELECT sold.id, ${refund.id}::bigint, operator.name, operator.business_id, operator.address, operator.email, operator.phone,
        store.name, store.address, store.time_zone, event.names
      FROM customer_order sold JOIN store ON store.id = sold.store_id CROSS JOIN operator
      LEFT JOIN preorder_event event ON event.id = sold.preorder_event_id
      WHERE sold.id = ${refund.orderId}
      ON CONFLICT (refund_id) DO NOTHING RETURNING id
    )
    INSERT INTO outbox_message (kind, receipt_id) SELECT 'receipt', id FROM refund_receipt`.execute(trx)
}

export const RECEIPTS_SETTLEMENT: SettlementHooks = {
  paid: orderId => sql`write_receipt(${orderId})`,
  refunded: createRefundReceipt,
}
