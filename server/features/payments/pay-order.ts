import type { Context } from '#server/context.ts'
import { isRefusal, refuse } from '#server/http/refusal.ts'
import type { Seen } from './begin-payment.ts'
import type { PaymentDesk } from './payment-desk.ts'

type Payer = { userId: number; seen: Seen | undefined }

/**
 * Pays the order at checkout and waits for the outcome. The same call again while a payment is under way joins it, from
 * any tab and on any server.
 */
export async function payOrder(context: Context, desk: PaymentDesk, { userId, seen }: Payer) {
  const begun = await desk.book.begin({ userId, owner: desk.owner, seen })
  if (!isRefusal(begun)) {
    await desk.take(begun, 'live')
    return desk.outcomeOf(begun)
  }
  if (begun.refused !== 'order.none') return begun
  const open = await desk.book.findOpen(userId)
  if (open && (!seen || seen.order_id === open.orderId)) return desk.outcomeOf(open)
  return whyNone(context, { userId, seen })
}

/** The order that the shopper saw is no longer at checkout: paid, cancelled, replaced, or of unknown outcome. */
async function whyNone(context: Context, { userId, seen }: Payer) {
  if (!seen) return refuse('order.none')
  const order = await context.db
    .selectFrom('customer_order')
    .select(['status'])
    .where('id', '=', seen.order_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!order) return refuse('order.none')
  // The answer that the shopper did not hear: the same as it was.
  if (order.status === 'complete') return { string_code: 'SUCCESS' as const, order_id: seen.order_id }
  return order.status === 'error' ? refuse('order.unresolvedPayment') : refuse('order.changed')
}
