import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { supplierOrders } from '#contract/preorders/supplier-orders.ts'
import { forgetOrders } from '#web/back-office/orders/admin-orders/queries.ts'
import { queryKeyOf, queryOf } from '#web/kit/api/query-of.ts'

/** All events to choose from, latest first. */
export const useEventChoices = () => useQuery(queryOf(adminPreorderEvents.choices)).data

/** The event's state in each store; sends no request until an event is chosen. */
export const useEventState = (eventId: string) =>
  useQuery({
    ...queryOf(adminPreorders.event, { params: { id: eventId } }),
    enabled: eventId !== '',
    meta: { showsOwnError: true },
  })

/** Invalidates all queries that show pre-orders, after a delivery. */
export async function forgetPreorders(cache: QueryClient): Promise<void> {
  const shown = [adminPreorders.list, adminPreorders.event, adminPreorders.pickList, supplierOrders.list]
  await Promise.all(shown.map(endpoint => cache.invalidateQueries({ queryKey: queryKeyOf(endpoint) })))
  await forgetOrders(cache)
}
