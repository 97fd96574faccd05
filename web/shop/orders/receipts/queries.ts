import { purchases } from '#contract/orders/receipts.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf, queryOf } from '#web/kit/api/query-of.ts'

/** What one has paid for, a page after the other. A screen shows its failure itself. */
export const purchasesQuery = infiniteQueryOptions({
  queryKey: queryKeyOf(purchases.list),
  queryFn: ({ pageParam: before, signal }) =>
    callApi(purchases.list, { query: before === undefined ? {} : { before }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.id : undefined),
  staleTime: 0,
  meta: { showsOwnError: true },
})

/** What was paid does not change, but for what is given back later. A 404 leads home. */
export const receiptQuery = (id: number) => ({ ...queryOf(purchases.show, { params: { id } }), staleTime: 0 })
