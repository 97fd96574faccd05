import { canCancelPreorder } from '#domain/preorders/preorder-event.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import { findOwnPreorder, atHand } from '#server/modules/preorders/preorder-events/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { lockPreorder } from './book-preorder.ts'
import { notifyCancelled } from './notify-shopper.ts'
import { findEmailData, freeCapacity } from './queries.ts'

type CancelInput = { userId: number; orderId: number; origin: string }

/** Cancels the shopper's own booked pre-order, as long as its store takes orders for the event; frees its goods for others. */
export const cancelPreorder = (context: Context, { userId, orderId, origin }: CancelInput) =>
  inRefusableTransaction(context.db, async trx => {
    await lockPreorder(trx, { userId, orderId })
    const preorder = await findOwnPreorder(trx, { orderId, userId })
    if (!preorder) return refuse('notFound')
    if (preorder.status === 'payment_pending') return refuse('order.paymentPending')
    const at = context.now()
    if (!canCancelPreorder(atHand(preorder), at)) return refuse('preorder.cannotCancel')

    const cancelled = { cancelled_at: at, updated_at: at }
    await trx.updateTable('customer_order').set(cancelled).where('id', '=', orderId).execute()
    const change = { kind: 'cancelled', from: 'preorder_booked', to: 'cancelled' } as const
    await recordOrderEvents(trx, [{ orderId, ...change, actor: 'shopper', userId, at }])
    await notifyCancelled(context, trx, { letter: await findEmailData(trx, orderId), origin })
    await freeCapacity(trx, { id: orderId, eventId: preorder.eventId })
    return {}
  })
