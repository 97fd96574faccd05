import type { Order } from '#contract/orders/orders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import type { QueryClient } from '@tanstack/react-query'
import { followOn } from './followed-order.ts'
import { takesBasket } from './payment-outcome.ts'
import { currentOrderQuery, orderQuery } from './queries.ts'

/** The order as it is after its payment, for as long as the shop's own answer is on its way: without its receipt. */
export function orderAfter(order: Order, code: StringCode): Order {
  const after = { ...order, payment: null, string_code: code }
  if (code === 'SUCCESS') return { ...after, status: 'complete' }
  return code === 'UNKNOWN' ? { ...after, status: 'error' } : after
}

/**
 * Takes the pay call's answer for what it is: the outcome, which the shop wrote down before it answered. So the result shows at
 * once, from the order that was paid, and the order is loaded beside. Without an outcome it is followed as before.
 */
export async function takeOutcome(client: QueryClient, order: Order, code: StringCode): Promise<void> {
  // What is put into the caches here must count as heard since.
  const isFollowed = followOn({ id: order.id, sinceMs: Date.now() - 1 })
  const current = currentOrderQuery.queryKey
  if (code === 'IN_PROGRESS' || !isFollowed) return client.invalidateQueries({ queryKey: current })
  // An answer from before the outcome would bring the payment back.
  await client.cancelQueries({ queryKey: current })
  const after = orderAfter(order, code)
  client.setQueryData(orderQuery(order.id).queryKey, after)
  client.setQueryData(current, takesBasket(code) || order.isPreorder ? null : after)
}
