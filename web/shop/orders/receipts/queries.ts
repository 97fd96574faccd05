import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { purchases } from '#contract/orders/receipts.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { dropReceipt, keepPurchases, keepReceipt, keptPurchases, keptReceipt } from './kept-receipts.ts'

/** The shopper's purchases, page by page; the first page is kept for use without a network. Screens show its errors themselves. */
export const purchasesQuery = infiniteQueryOptions({
  queryKey: queryKeyOf(purchases.list),
  queryFn: async ({ pageParam: before, signal }) => {
    const page = await callApi(purchases.list, { query: before === undefined ? {} : { before }, signal })
    if (before === undefined) keepPurchases(page)
    return page
  },
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.id : undefined),
  initialData: () => {
    const kept = keptPurchases()
    return kept && { pages: [kept], pageParams: [undefined] }
  },
  // What is kept is shown at once, and refetched at once.
  initialDataUpdatedAt: 0,
  staleTime: 0,
  meta: { showsOwnError: true },
})

/** A receipt changes only by later refunds. A 404 redirects home. */
export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeyOf(purchases.show, { params: { id } }),
    queryFn: async ({ signal }) => {
      try {
        const receipt = await callApi(purchases.show, { params: { id }, signal })
        keepReceipt(id, receipt)
        return receipt
      } catch (error) {
        if (hasCode(error, 'notFound')) dropReceipt(id)
        throw error
      }
    },
    initialData: () => keptReceipt(id),
    initialDataUpdatedAt: 0,
    staleTime: 0,
  })

const KEPT_AHEAD = 5

/** Fetches the newest receipts that are not kept yet, so that they can be read without a network. */
export async function keepNewest(client: QueryClient, items: readonly { id: number }[]): Promise<void> {
  for (const { id } of items.slice(0, KEPT_AHEAD)) {
    if (keptReceipt(id) === undefined)
      await client.prefetchQuery({ ...receiptQuery(id), retry: false, meta: { isBackground: true } })
  }
}
