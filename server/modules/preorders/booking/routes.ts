import type { contract } from '#contract/index.ts'
import { payPreorder } from '#server/modules/payments/order-payments/pay-order.ts'
import type { PaymentWorker } from '#server/modules/payments/order-payments/payment-worker.ts'
import type { Context } from '#server/platform/context.ts'
import { createDisconnectSignal } from '#server/platform/http/connection/address.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { localRateLimit, refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { actsAsAdmin, refusedByPasskey } from '#server/platform/http/session.ts'
import { limitConcurrency } from '#server/platform/workers/concurrency.ts'
import { bookPreorder, type BookPreorderInput } from './book-preorder.ts'
import { cancelPreorder } from './cancel-preorder.ts'
import { listOpenPreorders, findPreorderResponse } from './preorder-response.ts'
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
      const { total_amount: totalEuros, method, app } = body ?? {}
      const disconnected = createDisconnectSignal(reply)
      return payPreorder(context, worker, {
        userId: user.userId,
        orderId: params.id,
        totalEuros,
        method,
        app,
        disconnected,
      })
    },

    // Neither this nor a withdrawal has a limit of its own emails: each needs a booking, and those have one.
    async cancel({ user: { userId }, params, reply }) {
      const limited = calling(reply, String(userId))
      return limited ?? cancelPreorder(context, { userId, orderId: params.id, origin: context.origin() })
    },

    async withdraw({ user: { userId }, params: { id: orderId }, body, language, reply }) {
      const limited = calling(reply, String(userId))
      if (limited) return limited
      const request = { userId, orderId, productIds: body.product_ids, origin: context.origin() }
      const withdrawn = await withdrawPreorder(context, request)
      if (isRefusal(withdrawn)) return withdrawn
      return (await findPreorderResponse(context, orderId, { userId, language })) ?? refuse('notFound')
    },
  }
}
