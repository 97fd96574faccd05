import type { contract } from '#contract/index.ts'
import { canCancelPreorder } from '#domain/preorders/preorder-event.ts'
import { payPreorder } from '#server/modules/payments/order-payments/pay-order.ts'
import type { PaymentWorker } from '#server/modules/payments/order-payments/payment-worker.ts'
import { atHand, findOwnPreorder } from '#server/modules/preorders/preorder-events/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { callerLeft } from '#server/platform/http/connection/address.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { localRateLimit, RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { actsAsAdmin, refusedByPasskey } from '#server/platform/http/session.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import { limitConcurrency } from '#server/platform/workers/concurrency.ts'
import { bookPreorder, type BookPreorderInput, lockPreorder } from './book-preorder.ts'
import { notifyCancelled } from './notify-shopper.ts'
import { listOpenPreorders, findPreorderResponse } from './preorder-response.ts'
import { freeCapacity, findEmailData } from './queries.ts'
import { withdrawPreorder } from './withdraw-preorder.ts'

/** Of a server's twenty connections: the others serve everything else while thousands book. */
const BOOKINGS_AT_ONCE = 8

export function preorderRoutes(context: Context, worker: PaymentWorker): Handlers<typeof contract.preorders> {
  const calling = localRateLimit(context, RATE_LIMITS.ordersPerUser)
  const limitBookings = limitConcurrency(BOOKINGS_AT_ONCE)
  const paying = localRateLimit(context, RATE_LIMITS.paymentsPerUser)
  return {
    list: ({ user, language }) => listOpenPreorders(context, { userId: user.userId, language }),

    async get({ user, params, language }) {
      const viewer = { userId: user.userId, language, seesOthers: actsAsAdmin(user) }
      // An admin who has not confirmed with a passkey gets the same response for an order that does not exist: ids are
      // sequential.
      return (await findPreorderResponse(context, params.id, viewer)) ?? refusedByPasskey(user) ?? refuse('notFound')
    },

    async book({ user: { userId }, body: seen, reply }) {
      const limited = calling(reply, String(userId))
      if (limited) return limited
      const limit: BookPreorderInput['limit'] = trx =>
        refusedByRate({ ...context, db: trx }, reply, [[RATE_LIMITS.bookingsPerUser, String(userId)]])
      return limitBookings(() => bookPreorder(context, { userId, seen, origin: context.origin(), limit }))
    },

    async pay({ user, params, body, reply }) {
      const limited = paying(reply, String(user.userId))
      if (limited) return limited
      const { total_amount: totalEuros, way } = body ?? {}
      const left = callerLeft(reply)
      return payPreorder(context, worker, { userId: user.userId, orderId: params.id, totalEuros, way, left })
    },

    // Neither this nor a withdrawal has a limit of its own emails: each needs a booking, and those have one.
    async cancel({ user: { userId }, params, reply }) {
      const limited = calling(reply, String(userId))
      return limited ?? cancelPreorder(context, { userId, orderId: params.id, origin: context.origin() })
    },

    async withdraw({ user: { userId }, params: { id: orderId }, body, language, reply }) {
      const limited = calling(reply, String(userId))
      if (limited) return limited
      const wish = { userId, orderId, productIds: body.product_ids, origin: context.origin() }
      const withdrawn = await withdrawPreorder(context, wish)
      if (isRefusal(withdrawn)) return withdrawn
      return (await findPreorderResponse(context, orderId, { userId, language })) ?? refuse('notFound')
    },
  }
}

type Cancellation = { userId: number; orderId: number; origin: string }

/** Cancels the shopper's own booked pre-order, as long as its store takes orders for the event; frees its goods for others. */
export const cancelPreorder = (context: Context, { userId, orderId, origin }: Cancellation) =>
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
