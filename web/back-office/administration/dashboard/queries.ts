import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminHome } from '#contract/administration/dashboard.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { isFollowingChanges } from '#web/kit/live/changes.ts'
import { useLiveQueries } from '#web/kit/live/use-changes.ts'
import { useSearchParams } from '#web/kit/shell/search-params.ts'

export const EVERY_MS = 60_000
/** While changes are told. */
const RARELY_MS = 300_000
const STORE_PARAM = 'store'

/** The store whose figures are shown, from the address; empty for all stores. */
export function useSelectedStore() {
  const [params, setParams] = useSearchParams()
  const chosen = params.get(STORE_PARAM)
  return {
    selectedStore: chosen !== null && /^[1-9]\d{0,8}$/.test(chosen) ? chosen : '',
    selectStore: (id: string) =>
      setParams(current => {
        const next = new URLSearchParams(current)
        if (id === '') next.delete(STORE_PARAM)
        else next.set(STORE_PARAM, id)
        return next
      }),
  }
}

/** The day's figures, kept up to date while the page is visible; the previous ones stay meanwhile. */
export function useAdminHome(storeId: string) {
  useLiveQueries([adminHome.get])
  return useQuery({
    ...queryFor(adminHome.get, { query: storeId === '' ? {} : { store_id: storeId } }),
    refetchInterval: () => (isFollowingChanges() ? RARELY_MS : EVERY_MS),
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    meta: { handlesOwnError: true },
  })
}
