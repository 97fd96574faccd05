import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MAX_PAGE_SIZE } from '#contract/lists.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { queryFor } from '#web/kit/api/query-for.ts'

const TAKING_PREORDERS = { status: 'published', enable_preorders: 'true', sort: 'name', size: MAX_PAGE_SIZE }

/** A store that an event may include, or already includes. */
export type EventStore = { id: number; name: string; takesPreorders: boolean; orders: number }

type StoreName = readonly { store_id: number; name: string; takes_preorders: boolean; orders: number }[]

/** The stores that take pre-orders, and those that the event includes in any case. Undefined until loaded. */
export function useEventStores(eventStore: StoreName | undefined): readonly EventStore[] | undefined {
  const { data } = useQuery(queryFor(adminStores.list, { query: TAKING_PREORDERS }))
  return useMemo(() => {
    if (data === undefined) return undefined
    const others = (eventStore ?? []).filter(({ store_id }) => !data.items.some(({ id }) => id === store_id))
    const ordersIn = (id: number) => eventStore?.find(({ store_id }) => store_id === id)?.orders ?? 0
    return [
      ...data.items.map(({ id, name }) => ({ id, name, takesPreorders: true, orders: ordersIn(id) })),
      ...others.map(store => ({ id: store.store_id, name: store.name, takesPreorders: false, orders: store.orders })),
    ]
  }, [data, eventStore])
}
