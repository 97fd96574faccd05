import { orderCan, statusesThat } from '#domain/orders/order.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findCurrentOrder } from './queries.ts'

/** The states of an order that another replaces. */
export const REPLACEABLE = statusesThat(orderCan.replace)

/** Cancels the user's order at checkout. While a payment is pending only the terminal's answer can end it. */
export async function cancelOrder(context: Context, userId: number) {
  const cancellation = { userId, at: context.now(), kind: 'cancelled' } as const
  const cancelledId = await inTransaction(context.db, trx => cancelCheckoutOrder(trx, cancellation))
  if (cancelledId !== undefined) return { orderId: cancelledId }
  return refuse((await findCurrentOrder(context.db, userId)) ? 'order.paymentPending' : 'order.none')
}

/** Cancels the user's order at checkout, if there is one, and records the cause in its history; returns its id. */
export async function cancelCheckoutOrder(
  trx: Trx,
  {
    userId,
    at,
    kind,
  }: { userId: number; at: Date; kind: 'cancelled' | 'replaced' | 'store_changed' | 'account_removed' },
): Promise<number | undefined> {
  const cancelled = await trx
    .updateTable('customer_order')
    .set({ cancelled_at: at, updated_at: at })
    .where('user_id', '=', userId)
    .where('status', 'in', REPLACEABLE)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!cancelled) return undefined
  const event = { from: 'checkout', to: 'cancelled', actor: 'shopper', userId, kind, at } as const
  await recordOrderEvents(trx, [{ orderId: cancelled.id, ...event }])
  return cancelled.id
}
