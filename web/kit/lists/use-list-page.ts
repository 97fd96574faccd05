import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '#web/kit/api/call-endpoint.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import type { ListSource } from './list-types.ts'
import type { ListState } from './use-list-state.ts'

/** `has_more`: of a list that is counted up to some number, that there are more. */
type Listed<Row> = { items: readonly Row[]; total: number; has_more?: boolean }

/** The page that the address asks for. Meanwhile the one before it stands. The screen shows a failure itself. */
export function useListPage<Row>(
  { endpoint, params = {}, refreshMs }: ListSource<Row>,
  { query, page }: Pick<ListState, 'query' | 'page'>,
) {
  const asked = { params, query: { ...query, ...(page > 1 && { page }) } }
  return useQuery({
    queryKey: queryKeyOf(endpoint, asked),
    // The columns that show it know its rows; the endpoint's schema has checked them.
    queryFn: async ({ signal }) => (await callEndpoint(endpoint, { ...asked, signal })) as Listed<Row>,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshMs?.(state.data?.items ?? []) ?? false,
    meta: { showsOwnError: true },
  })
}
