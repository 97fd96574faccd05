import { infiniteQueryOptions } from '@tanstack/react-query'
import { purchases } from '#contract/orders/receipts.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf, queryOf } from '#web/kit/api/query-of.ts'

/** The shopper's purchases, page by page. Screens show its errors themselves. */
export const purchasesQuery = infiniteQueryOptions({
  queryKey: queryKeyOf(purchases.list),
  queryFn: ({ pageParam: before, signal }) =>
    callApi(purchases.list, { query: before === undefined ? {} : { before }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.id : undefined),
  staleTime: 0,
  meta: { showsOwnError: true },
})

/** A receipt changes only by later refunds. A 404 redirects home. */
export const receiptQuery = (id: number) => ({ ...queryOf(purchases.show, { params: { id } }), staleTime: 0 })
