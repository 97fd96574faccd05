import { queryOptions, useQuery } from '@tanstack/react-query'
import { stores, type Store } from '#contract/stores/stores.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, rememberedQueryFor } from '#web/kit/api/query-for.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'

const SOONEST_MS = 5_000
const LATEST_MS = HOUR_MS

/** Where goods with a minimum age are sold: someone may come or go at any time. */
const STAFF_MS = MINUTE_MS

/** The time until a store opens or closes, within sensible bounds: the list is refetched then. */
function untilNextChangeMs(list: readonly Pick<Store, 'changes_at' | 'sells_age_restricted'>[], now: number): number {
  const changes = list.flatMap(({ changes_at }) => (changes_at === null ? [] : [Date.parse(changes_at) - now + 1000]))
  const latest = list.some(store => store.sells_age_restricted) ? STAFF_MS : LATEST_MS
  return Math.min(latest, Math.max(SOONEST_MS, Math.min(...changes)))
}

/** The published stores. Screens show its errors themselves. */
const storesQuery = {
  ...rememberedQueryFor(stores.list),
  refetchInterval: ({ state }: { state: { data: Store[] | undefined } }) =>
    state.data ? untilNextChangeMs(state.data, serverNow()) : (false as const),
  meta: { handlesOwnError: true },
}

export const useStores = () => useQuery(storesQuery)

export function useStore(id: number | undefined): Store | undefined {
  const { data } = useStores()
  return data?.find(store => store.id === id)
}

/** The shopper's chosen store; undefined before that, or if it is no longer open to shoppers. */
export function useActiveStore(): Store | undefined {
  const { user } = useSession()
  const { data } = useStores()
  return data?.find(store => store.id === user?.activeStoreId)
}

type ShopperPosition = { latitude: number; longitude: number }

// About ten metres: a phone isn't more precise, and every step would be a request otherwise.
const asDegrees = (degrees: number) => degrees.toFixed(4)

type StoreDistances = {
  /** Metres to each store by id; empty until a position is known. */
  metres: ReadonlyMap<number, number>
  hasFailed: boolean
  isAsking: boolean
  retry: () => void
}

export function useDistances(position: ShopperPosition | undefined): StoreDistances {
  const query = { latitude: asDegrees(position?.latitude ?? 0), longitude: asDegrees(position?.longitude ?? 0) }
  const { data, isError, isFetching, refetch } = useQuery(
    queryOptions({
      queryKey: queryKey(stores.distances, { query }),
      queryFn: async ({ signal }) => {
        const distances = await callApi(stores.distances, { query, signal })
        return new Map(distances.map(({ id, distance }) => [id, distance]))
      },
      enabled: position !== undefined,
      meta: { handlesOwnError: true },
    }),
  )
  const metres = position && data ? data : NO_DISTANCES
  return { metres, hasFailed: isError && !data, isAsking: isFetching, retry: () => void refetch() }
}

const NO_DISTANCES: ReadonlyMap<number, number> = new Map()
