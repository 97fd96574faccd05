import type { Order } from '#contract/orders/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { stopFollowing } from './followed-order.ts'
import { takesBasket } from './payment-outcome.ts'
import { currentOrderQuery, orderQuery, unresolvedOrdersQuery } from './queries.ts'

/**
 * What follows when the shopper no longer waits for an outcome, here or on another device: the order's goods leave the basket, as with any
 * unknown outcome, and the order is among those not to be paid again. `onTaken` runs once per browser.
 */
export function useLeftPayment(onTaken: () => void) {
  const client = useQueryClient()
  return async ({ id, isPreorder }: Pick<Order, 'id' | 'isPreorder'>) => {
    await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
    client.setQueryData(currentOrderQuery.queryKey, known => (known?.id === id ? null : known))
    const isFirst = stopFollowing(id)
    if (isFirst && !isPreorder && takesBasket('UNKNOWN')) onTaken()
    const stale = [currentOrderQuery, unresolvedOrdersQuery, orderQuery(id)]
    await Promise.all(stale.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
  }
}
