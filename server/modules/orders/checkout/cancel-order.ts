import type { Transaction } from 'kysely'
import { orderCan, statusesThat } from '#domain/orders/order.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import { findCurrentOrder } from './queries.ts'

/** Cancels the user's order at checkout. While a payment is pending only the terminal's answer can end it. */
export async function cancelOrder(context: Context, userId: number) {
  const cancellation = { userId, at: context.now(), reason: 'cancelled by the shopper' }
  const cancelledId = await inTransaction(context.db, trx => cancelCheckoutOrder(trx, cancellation))
  if (cancelledId !== undefined) return { orderId: cancelledId }
  return refuse((await findCurrentOrder(context.db, userId)) ? 'order.paymentPending' : 'order.none')
}

const REPLACEABLE = statusesThat(orderCan.replace)

/** Cancels the user's order at checkout, if there is one, and stores the reason in its history; returns its id. */
export async function cancelCheckoutOrder(
  trx: Transaction<Database>,
  { userId, at, reason }: { userId: number; at: Date; reason: string },
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
  const event = { from: 'checkout', to: 'cancelled', actor: 'shopper', userId, reason, at } as const
  await recordOrderEvents(trx, [{ orderId: cancelled.id, ...event }])
  return cancelled.id
}
