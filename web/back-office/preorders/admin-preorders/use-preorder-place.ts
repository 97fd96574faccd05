import { useQuery } from '@tanstack/react-query'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { supplierOrders } from '#contract/preorders/supplier-orders.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { useSearchParams } from '#web/kit/shell/search-params.ts'

/** The views of the page, each with the call that it shows. */
const VIEW_CALLS = {
  orders: adminPreorders.list,
  totals: adminPreorders.totals,
  pickList: adminPreorders.pickList,
  supplierOrders: supplierOrders.list,
} as const
type PreorderView = keyof typeof VIEW_CALLS
export const VIEW_NAMES = ['orders', 'totals', 'pickList', 'supplierOrders'] as const satisfies readonly PreorderView[]

/**
 * The event, the store and the view of the page, from the address; event and store stay when the view changes. `views`: those of
 * which the user may see the content.
 */
export function usePreorderPlace() {
  const [params, setParams] = useSearchParams()
  const may = useMay()
  const stores = useStoreChoices(adminPreorders.pickList) ?? []
  const views = VIEW_NAMES.filter(each => may(VIEW_CALLS[each]))
  const read = (name: string) => params.get(name) ?? ''
  const choose = (changes: Readonly<Record<string, string>>) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      next.delete('page')
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  const view = views.find(each => each === params.get('view')) ?? views[0] ?? 'pickList'
  // With one store, which one is no question.
  const [only] = stores.length === 1 ? stores : []
  /** The query of another view of the same event and store. */
  const queryOfView = (place: PreorderView) => {
    const next = new URLSearchParams()
    for (const name of ['event_id', 'store_id']) if (params.get(name)) next.set(name, read(name))
    if (place !== 'orders') next.set('view', place)
    return next.size > 0 ? `?${next}` : ''
  }
  const storeId = read('store_id') || String(only?.id ?? '')
  return { view, views, stores, eventId: read('event_id'), storeId, choose, queryOfView }
}

/** All events to choose from, latest first. */
export const useEventChoices = () => useQuery(queryFor(adminPreorderEvents.choices)).data

/** The event's state in each store; sends no request until an event is chosen. */
export const useEventState = (eventId: string) =>
  useQuery({
    ...queryFor(adminPreorders.event, { params: { id: eventId } }),
    enabled: eventId !== '',
    meta: { handlesOwnError: true },
  })
