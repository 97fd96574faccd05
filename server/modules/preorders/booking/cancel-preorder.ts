import { canCancelPreorder } from '#domain/preorders/preorder-event.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import { atHand, findOwnPreorder } from '#server/modules/preorders/preorder-events/find-own-preorder.ts'
import { freeCapacity } from './capacity.ts'
import { holdPreorder } from './hold-preorder.ts'
import { findLetterFacts } from './queries.ts'
import { tellCancelled } from './tell-shopper.ts'

type Cancellation = { userId: number; orderId: number; origin: string }

/** Cancels the shopper's own booked pre-order, as long as its store takes orders for the event; frees its goods for others. */
export const cancelPreorder = (context: Context, { userId, orderId, origin }: Cancellation) =>
  inRefusableTransaction(context.db, async trx => {
    await holdPreorder(trx, { userId, orderId })
    const preorder = await findOwnPreorder(trx, { orderId, userId })
    if (!preorder) return refuse('notFound')
    if (preorder.status === 'payment_pending') return refuse('order.paymentPending')
    const at = context.now()
    if (!canCancelPreorder(atHand(preorder), at)) return refuse('preorder.cannotCancel')

    const cancelled = { cancelled_at: at, updated_at: at }
    await trx.updateTable('customer_order').set(cancelled).where('id', '=', orderId).execute()
    const event = { from: 'preorder_booked', to: 'cancelled', actor: 'shopper', userId, at } as const
    await recordOrderEvents(trx, [{ orderId, ...event, reason: 'cancelled by the shopper' }])
    await tellCancelled(context, trx, { letter: await findLetterFacts(trx, orderId), origin })
    await freeCapacity(trx, { id: orderId, eventId: preorder.eventId })
    return {}
  })
