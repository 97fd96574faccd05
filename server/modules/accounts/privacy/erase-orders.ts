import { sql, type Transaction } from 'kysely'
import { cancelCheckoutOrder } from '#server/modules/orders/checkout/place-order.ts'
import { freeCapacity } from '#server/modules/preorders/booking/capacity.ts'
import { isOpenWithdrawal } from '#server/modules/preorders/booking/queries.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Waiting } from './hindrances.ts'

type Trx = Transaction<Database>
export type AskedBy = Database['erased_user']['asked_by']
type Erasing = { userId: number; waiting: readonly Waiting[]; askedBy: AskedBy; at: Date }

/** The actors in the order's events. */
const ACTORS = { user: 'shopper', admin: 'admin', 'clean-up': 'clean-up' } as const satisfies Record<AskedBy, string>

/**
 * Deletes the orders that were never paid; those that were paid, or have a payment attempt, stay in the books without a person.
 * So do goods that an admin has yet to take back from the store.
 */
export async function eraseOrders(trx: Trx, { userId, waiting, askedBy, at }: Erasing): Promise<void> {
  await cancelCheckoutOrder(trx, { userId, at, kind: 'account_removed' })
  await cancelWaiting(trx, { userId, waiting, askedBy, at })
  const never = sql<number>`SELECT id FROM customer_order WHERE user_id = ${userId}::integer
    AND paid_at IS NULL AND NOT EXISTS (SELECT FROM payment_attempt WHERE order_id = customer_order.id)
    AND NOT EXISTS (SELECT FROM preorder_withdrawal WHERE order_id = customer_order.id AND ${isOpenWithdrawal})`
  await sql`UPDATE customer_order SET replaces_order_id = NULL
    WHERE user_id = ${userId}::integer AND replaces_order_id IS NOT NULL`.execute(trx)
  await sql`DELETE FROM outbox_message USING receipt, customer_order mine
    WHERE outbox_message.receipt_id = receipt.id AND receipt.order_id = mine.id AND mine.user_id = ${userId}::integer`.execute(
    trx,
  )
  await sql`DELETE FROM preorder_withdrawal WHERE order_id IN (${never})`.execute(trx)
  // Also deletes their lines and events.
  await sql`DELETE FROM customer_order WHERE id IN (${never})`.execute(trx)
}

/** Cancels the booked pre-orders, and frees their goods for other shoppers. */
async function cancelWaiting(trx: Trx, { userId, waiting, askedBy, at }: Erasing): Promise<void> {
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  await trx
    .updateTable('customer_order')
    .set({ cancelled_at: at, updated_at: at })
    .where('id', '=', anyOf(ids))
    .execute()
  const event = { kind: 'account_removed', from: 'preorder_booked', to: 'cancelled', at } as const
  const by = { actor: ACTORS[askedBy], userId: askedBy === 'user' ? userId : null }
  await recordOrderEvents(
    trx,
    ids.map(orderId => ({ orderId, ...event, ...by })),
  )
  for (const { id, eventId } of waiting.toSorted((one, other) => one.eventId - other.eventId))
    await freeCapacity(trx, { id, eventId })
}
