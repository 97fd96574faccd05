import type { Order } from '#contract/orders/orders.ts'
import type { OrderSituation } from '#domain/orders/order.ts'

/** What the rules of orders look at: buttons ask the same rules as the server's guards. */
export const situationOf = (order: Order): OrderSituation => ({
  status: order.status,
  isPreorder: order.isPreorder,
  cancelledAt: order.cancelled_at,
  attemptOpen: order.payment !== null,
})
