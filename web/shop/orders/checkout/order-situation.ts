import type { Order } from '#contract/orders/orders.ts'
import type { OrderSituation } from '#domain/orders/order.ts'

/** The input of the order rules: buttons use the same rules as the server's guards. */
export const toSituation = (order: Order): OrderSituation => ({
  status: order.status,
  isPreorder: order.isPreorder,
  cancelledAt: order.cancelled_at,
  attemptOpen: order.payment !== null,
})
