import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { purchases } from '#contract/orders/receipts.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { eraseStored, readStored, storedKeys, writeStored } from '#web/kit/api/browser-storage.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { ANSWER_PREFIX } from '#web/kit/api/stored-values.ts'
import { rememberedUser } from '#web/kit/session/remembered-user.ts'

/**
 * The newest receipts, and the list of purchases, to read without a network. Stored like all answers: a logout erases them, and
 * a full storage drops them first. The keys contain the user: another one may sign in here by link, without a logout before.
 */
const STORED_PREFIX = `${ANSWER_PREFIX}purchases-`
const MAX_RECEIPTS = 20

const ownPrefix = () => `${STORED_PREFIX}${rememberedUser()?.id ?? 'nobody'}-`
const listKey = () => `${ownPrefix()}list`
const receiptKey = (id: number) => `${ownPrefix()}${id}`

type Receipt = z.output<typeof purchases.get.answer>
type PurchaseList = z.output<typeof purchases.list.answer>

/** Undefined when nothing is stored, or when an earlier version of the app stored another shape. */
function readStoredAnswer<T>(key: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(readStored(key) ?? 'null')).data
  } catch {
    return undefined
  }
}

export const storedReceipt = (id: number): Receipt | undefined => readStoredAnswer(receiptKey(id), purchases.get.answer)
export const storedPurchases = (): PurchaseList | undefined => readStoredAnswer(listKey(), purchases.list.answer)

export const storePurchases = (list: PurchaseList): void => storeAnswer(listKey(), list)

/** Keeps a receipt, and drops the oldest beyond twenty. */
export function storeReceipt(id: number, receipt: Receipt): void {
  storeAnswer(receiptKey(id), receipt)
  const ids = storedKeys(ownPrefix()).map(key => Number(key.slice(ownPrefix().length)))
  const newest = ids.filter(Number.isFinite).toSorted((one, other) => other - one)
  for (const old of newest.slice(MAX_RECEIPTS)) dropReceipt(old)
}

/** Stores an answer, but nothing after a logout: an answer may arrive after its erasure. Drops what an earlier user left. */
function storeAnswer(key: string, answer: Receipt | PurchaseList): void {
  if (rememberedUser()) writeStored(key, JSON.stringify(answer), 'answer')
  for (const other of storedKeys(STORED_PREFIX)) if (!other.startsWith(ownPrefix())) eraseStored(other)
}

const dropReceipt = (id: number): void => eraseStored(receiptKey(id))

/** The shopper's purchases, page by page; the first page is kept for use without a network. Screens show its errors themselves. */
export const purchasesQuery = infiniteQueryOptions({
  queryKey: queryKey(purchases.list),
  queryFn: async ({ pageParam: before, signal }) => {
    const page = await callApi(purchases.list, { query: before === undefined ? {} : { before }, signal })
    if (before === undefined) storePurchases(page)
    return page
  },
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.id : undefined),
  initialData: () => {
    const stored = storedPurchases()
    return stored && { pages: [stored], pageParams: [undefined] }
  },
  // What is kept is shown at once, and refetched at once.
  initialDataUpdatedAt: 0,
  staleTime: 0,
  meta: { handlesOwnError: true },
})

/** A receipt changes only by later refunds. A 404 redirects home. */
export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: queryKey(purchases.get, { params: { id } }),
    queryFn: async ({ signal }) => {
      try {
        const receipt = await callApi(purchases.get, { params: { id }, signal })
        storeReceipt(id, receipt)
        return receipt
      } catch (error) {
        if (hasCode(error, 'notFound')) dropReceipt(id)
        throw error
      }
    },
    initialData: () => storedReceipt(id),
    initialDataUpdatedAt: 0,
    staleTime: 0,
  })

const KEPT_AHEAD = 5

/** Fetches the newest receipts that are not kept yet, so that they can be read without a network. */
export async function prefetchNewest(client: QueryClient, items: readonly { id: number }[]): Promise<void> {
  for (const { id } of items.slice(0, KEPT_AHEAD)) {
    if (storedReceipt(id) === undefined)
      await client.prefetchQuery({ ...receiptQuery(id), retry: false, meta: { isBackground: true } })
  }
}
