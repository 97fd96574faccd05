import { queryOptions, useQuery } from '@tanstack/react-query'
import { orders, type Order } from '#contract/orders/orders.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, queryFor } from '#web/kit/api/query-for.ts'
import { pollPace } from '#web/shop/orders/checkout/payment-status/poll-pace.ts'

async function fetchCurrentOrder(signal: AbortSignal): Promise<Order | null> {
  try {
    return await callApi(orders.current, { signal })
  } catch (error) {
    // No order is a valid response, and doesn't redirect.
    if (hasCode(error, 'order.none')) return null
    throw error
  }
}

/** How quickly the server currently responds to this phone. */
export const currentOrderPace = pollPace()

/** The order whose payment is pending, else the one at checkout, else null. A failure to fetch it is ignored. */
export const currentOrderQuery = queryOptions({
  queryKey: queryKey(orders.current),
  queryFn: ({ signal }) => currentOrderPace.timed(fetchCurrentOrder(signal)),
  staleTime: 0,
  retry: false,
  meta: { isBackground: true },
})

/** Whether an order exists: the basket is then its draft, and locked. */
export function useHasDraft(): boolean {
  const { data } = useQuery({ ...currentOrderQuery, enabled: false })
  return data != null
}

/** The shopper's order in any status. Screens show its errors themselves. */
export const orderQuery = (id: number) => ({
  ...queryFor(orders.get, { params: { id } }),
  staleTime: 0,
  meta: { handlesOwnError: true },
})

/** The shopper's orders whose payment has no known outcome. */
export const unresolvedOrdersQuery = { ...queryFor(orders.unresolved), meta: { isBackground: true } }
