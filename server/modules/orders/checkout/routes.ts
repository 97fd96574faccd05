import type { contract } from '#contract/index.ts'
import { abandonPayment } from '#server/modules/payments/order-payments/attempts.ts'
import { abortPayment, payOrder } from '#server/modules/payments/order-payments/pay-order.ts'
import type { PaymentWorker } from '#server/modules/payments/order-payments/payment-worker.ts'
import type { Context } from '#server/platform/context.ts'
import { createDisconnectSignal } from '#server/platform/http/connection/address.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { localRateLimit, setRetryAfter } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { cancelOrder } from './cancel-order.ts'
import { toOrderResponse, findOrderResponse, toPlacedOrderResponse, listUnresolvedOrders } from './order-response.ts'
import { placeRequestedOrder, renewOldOrder, type PlacePreorder } from './place-order.ts'
import { findCurrentOrder } from './queries.ts'

type CheckoutServices = {
  payments: PaymentWorker
  placePreorder: PlacePreorder
}

export function orderRoutes(
  context: Context,
  { payments: worker, placePreorder }: CheckoutServices,
): Handlers<typeof contract.orders> {
  const placing = localRateLimit(context, RATE_LIMITS.ordersPerUser)
  const paying = localRateLimit(context, RATE_LIMITS.paymentsPerUser)
  return {
    async current({ user, language }) {
      const current = await findCurrentOrder(context.db, user.userId)
      return current ? toOrderResponse(context, current, language) : refuse('order.none')
    },

    async place({ user, body, language, reply }) {
      const limited = placing(reply, String(user.userId))
      if (limited) return limited
      const placed = await placeRequestedOrder(context, user, { ...body, placePreorder })
      if (!isRefusal(placed)) return toPlacedOrderResponse(placed, language)
      setRetryAfter(reply, { refusal: placed, now: context.now() })
      return placed
    },

    async cancel({ user }) {
      const cancelled = await cancelOrder(context, user.userId)
      return isRefusal(cancelled) ? cancelled : {}
    },

    async pay({ user, body, reply }) {
      const limited = paying(reply, String(user.userId))
      if (limited) return limited
      const payer = {
        userId: user.userId,
        seen: body,
        method: body?.method,
        app: body?.app,
        disconnected: createDisconnectSignal(reply),
      }
      const paid = await payOrder(context, worker, payer)
      if (isRefusal(paid) && paid.refused === 'order.changed') await renewOldOrder(context, user)
      return paid
    },

    abandonPayment: ({ user }) => abandonPayment(context, user.userId),

    abortPayment: ({ user }) => abortPayment(worker, user.userId),

    unresolved: ({ user }) => listUnresolvedOrders(context, user.userId),

    async get({ user, params, language }) {
      const order = await findOrderResponse(context, { orderId: params.id, userId: user.userId, language })
      return order ?? refuse('notFound')
    },
  }
}
