import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders/orders.ts'
import { currentOrderQuery, orderQuery, unresolvedOrdersQuery } from '#web/shop/orders/checkout/queries.ts'
import { stopFollowing } from './followed-order.ts'
import { settlesBasket } from './payment-status.ts'

/**
 * Runs when the shopper no longer waits for an outcome, here or on another device: the order's goods are removed from the
 * basket, as with any unknown outcome, and the order is among those not to be paid again. `onBasketPaid` runs once per browser.
 */
export function useAbandonedPayment(onBasketPaid: () => void) {
  const client = useQueryClient()
  return async ({ id, isPreorder }: Pick<Order, 'id' | 'isPreorder'>) => {
    await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
    client.setQueryData(currentOrderQuery.queryKey, order => (order?.id === id ? null : order))
    const isFirst = stopFollowing(id)
    if (isFirst && !isPreorder && settlesBasket('UNKNOWN')) onBasketPaid()
    // Invalidated here: another device may have left it, without a call from here.
    const stale = [currentOrderQuery, unresolvedOrdersQuery, orderQuery(id)]
    await Promise.all(stale.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
  }
}
