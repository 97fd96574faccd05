import type { contract } from '#contract/index.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { isRefusal, refuse } from '#server/http/refusal.ts'
import { abortPayment } from '../payments/abort-payment.ts'
import { payOrder } from '../payments/pay-order.ts'
import type { PaymentDesk } from '../payments/payment-desk.ts'
import { cancelOrder } from './cancel-order.ts'
import { placeOrder } from './place-order.ts'
import { findCurrentOrder, findUnresolvedOrders } from './queries.ts'
import { showOrder } from './show-order.ts'

export function orderRoutes(context: Context, desk: PaymentDesk): Handlers<typeof contract.orders> {
  return {
    async current({ user, language }) {
      const current = await findCurrentOrder(context.db, user.userId)
      const order = current && (await showOrder(context, { orderId: current.id, userId: user.userId, language }))
      return order ?? refuse('order.none')
    },

    async place({ user, body, language }) {
      if (body.preorder_event_id != null) return refuse('request.invalid', { fields: ['preorder_event_id'] })
      if (body.orderItems.length === 0) return refuse('order.empty')
      const placed = await placeOrder(context, user, body.orderItems)
      if (isRefusal(placed)) return placed
      const order = await showOrder(context, { orderId: placed.orderId, userId: user.userId, language })
      if (!order) throw new Error(`order ${placed.orderId} was placed and is not there`)
      return order
    },

    async cancel({ user }) {
      const cancelled = await cancelOrder(context, user.userId)
      return isRefusal(cancelled) ? cancelled : {}
    },

    pay: ({ user, body }) => payOrder(context, desk, { userId: user.userId, seen: body }),

    abortPayment: ({ user }) => abortPayment(context, desk, user.userId),

    async unresolved({ user }) {
      const orders = await findUnresolvedOrders(context.db, user.userId)
      return orders.map(order => ({
        id: order.id,
        store: { id: order.storeId, name: order.storeName },
        total_amount: eurosFromCents(order.total_cents),
      }))
    },

    async show({ user, params, language }) {
      const order = await showOrder(context, { orderId: params.id, userId: user.userId, language })
      return order ?? refuse('notFound')
    },
  }
}
