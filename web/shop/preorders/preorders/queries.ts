import { useMemo } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import { preorderEvents, type PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { preorders } from '#contract/preorders/preorders.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { queryFor, rememberedQueryFor } from '#web/kit/api/query-for.ts'
import { rememberedAnswer } from '#web/kit/api/remembered-answers.ts'
import { useProducts } from '#web/shop/catalogue/products/queries.ts'
import { useActiveStore } from '#web/shop/stores/stores/queries.ts'

const REMAINING_EVERY_MS = 5000

/** The events that take orders. Screens show its errors themselves; without a network the last list stays. */
export const eventsQuery = { ...rememberedQueryFor(preorderEvents.list), meta: { handlesOwnError: true } }

/** What is left of an event's products, polled while the page is visible. */
export const remainingQuery = (eventId: number) => ({
  ...queryFor(preorderEvents.remaining, { params: { id: eventId } }),
  staleTime: 0,
  refetchInterval: REMAINING_EVERY_MS,
  meta: { handlesOwnError: true },
})

/** The shopper's waiting pre-orders. */
export const ownPreordersQuery = {
  ...rememberedQueryFor(preorders.list),
  staleTime: 0,
  meta: { handlesOwnError: true },
}

/** A pre-order in any status; until it is loaded, the one of the last list. A 404 redirects home. */
export const preorderQuery = (id: number) => ({
  ...queryFor(preorders.get, { params: { id } }),
  staleTime: 0,
  initialData: () => rememberedAnswer(preorders.list)?.find(each => each.id === id),
  initialDataUpdatedAt: 0,
})

/** An event's pre-order goods in the list, without those priced by a label or not sold for want of an age check. */
const eventGoods = (
  event: Pick<PreorderEvent, 'preorder_event_items'>,
  list: readonly Product[],
  { sellsAgeRestricted }: { sellsAgeRestricted: boolean },
): Product[] => {
  const ids = new Set(event.preorder_event_items.map(({ product_id }) => product_id))
  return list
    .filter(({ id, product_type: type }) => type === 'preorder' && ids.has(id))
    .filter(({ product_code_type: codes }) => codes !== 'bulk_encoded_price')
    .filter(({ min_age: years }) => years === null || sellsAgeRestricted)
    .toSorted(byFinnishName)
}

/** The event's goods by name; undefined until the product list is loaded. */
export function useEventGoods(event: PreorderEvent | undefined): Product[] | undefined {
  const { data } = useProducts()
  const sellsAgeRestricted = useActiveStore()?.sells_age_restricted === true
  return useMemo(
    () => data && event && eventGoods(event, data, { sellsAgeRestricted }),
    [data, event, sellsAgeRestricted],
  )
}
