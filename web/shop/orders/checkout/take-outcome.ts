import type { Order } from '#contract/orders/orders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import type { QueryClient } from '@tanstack/react-query'
import { followOn } from './followed-order.ts'
import { takesBasket } from './payment-outcome.ts'
import { currentOrderQuery, orderQuery } from './queries.ts'

/** The order after its payment, until the server's own response arrives: without its receipt. */
export function orderAfter(order: Order, code: StringCode): Order {
  const after = { ...order, payment: null, string_code: code }
  if (code === 'SUCCESS') return { ...after, status: 'complete' }
  return code === 'UNKNOWN' ? { ...after, status: 'error' } : after
}

/**
 * Uses the pay call's response as the outcome, which the server has stored before responding. So the result shows at once, from
 * the paid order, while the order is reloaded. Without an outcome it is followed as before.
 */
export async function takeOutcome(client: QueryClient, order: Order, code: StringCode): Promise<void> {
  // What is cached here must count as fetched since.
  const isFollowed = followOn({ id: order.id, sinceMs: Date.now() - 1 })
  const current = currentOrderQuery.queryKey
  if (code === 'IN_PROGRESS' || !isFollowed) return client.invalidateQueries({ queryKey: current })
  // A response from before the outcome would bring the payment back.
  await client.cancelQueries({ queryKey: current })
  const after = orderAfter(order, code)
  client.setQueryData(orderQuery(order.id).queryKey, after)
  client.setQueryData(current, takesBasket(code) || order.isPreorder ? null : after)
}
