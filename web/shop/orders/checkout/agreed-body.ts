import type { Order } from '#contract/orders/orders.ts'

/** What the shopper agrees to, for the request. The terms' version is missing if they could not be loaded. */
export const agreedBody = (order: Order, termsVersion: number | undefined) => ({
  order_id: order.id,
  total_amount: order.total_amount,
  ...(termsVersion !== undefined && { terms_version: termsVersion }),
})
