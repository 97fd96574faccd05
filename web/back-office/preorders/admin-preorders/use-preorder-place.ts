import { useQuery } from '@tanstack/react-query'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { useSearchParams } from '#web/kit/shell/link.tsx'

export const VIEWS = ['orders', 'totals', 'pickList', 'supplierOrders'] as const
type PreorderView = (typeof VIEWS)[number]

/** The event, the store and the view of the page, from the address; event and store stay when the view changes. */
export function usePreorderPlace() {
  const [params, setParams] = useSearchParams()
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
  const view = VIEWS.find(each => each === params.get('view')) ?? 'orders'
  /** The query of another view of the same event and store. */
  const queryOfView = (wanted: PreorderView) => {
    const next = new URLSearchParams()
    for (const name of ['event_id', 'store_id']) if (params.get(name)) next.set(name, read(name))
    if (wanted !== 'orders') next.set('view', wanted)
    return next.size > 0 ? `?${next}` : ''
  }
  return { view, eventId: read('event_id'), storeId: read('store_id'), choose, queryOfView }
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
