import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { type StockTakeLine, stockTakes } from '#contract/stock/stock-takes.ts'
import { parseLotKey } from '#domain/catalogue/lot.ts'
import { toLotFields } from '#web/back-office/stock/stock-work/draft-lots.ts'
import { goodsSchema, type DraftGoods } from '#web/back-office/stock/stock-work/stock-draft.ts'
import { storedValue, useStoredValue } from '#web/back-office/stock/stock-work/use-stock-work.ts'
import { ApiError, type ApiErrorCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { newKey } from '#web/kit/api/new-key.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { readEach } from '#web/kit/api/unreadable-work.ts'

const pendingCount = z.object({
  ...goodsSchema.shape,
  takeId: z.int(),
  /** Idempotency key: a count may be sent again until a response arrives. */
  key: z.string(),
  mode: z.enum(['add', 'set']),
  quantity: z.number(),
  /** Of packages of one lot: a key of `lotKey`. */
  lot: z.optional(z.string()),
  /** Refused by the server; needs the admin's decision. */
  isRefused: z.boolean(),
})
export type PendingCount = z.output<typeof pendingCount>

/** Counts to which the server hasn't responded yet, oldest first. They survive reloads and days without a network. */
export const countQueue = storedValue('stock-take-counts', (stored = [], onUnreadable) =>
  readEach(pendingCount, stored, onUnreadable),
)

/** How much was counted, of which lot. */
export type CountAmount = Pick<PendingCount, 'mode' | 'quantity' | 'lot'>
type Count = DraftGoods & CountAmount & Pick<PendingCount, 'takeId'>

export const queueCount = (count: Count): void =>
  countQueue.change(queue => [...queue, { ...count, key: newKey(), isRefused: false }])

const forgetKey = (key: string): void => countQueue.change(queue => queue.filter(each => each.key !== key))

export const retryRefused = (takeId: number): void =>
  countQueue.change(queue => queue.map(each => (each.takeId === takeId ? { ...each, isRefused: false } : each)))

export const dropRefused = (takeId: number): void =>
  countQueue.change(queue => queue.filter(each => !(each.takeId === takeId && each.isRefused)))

/** The displayed count: the server's figure plus the pending counts. */
export function withPending(counted: number | null, pending: readonly Pick<PendingCount, 'mode' | 'quantity'>[]) {
  const thousandths = pending.reduce<number | null>(
    (sum, { mode, quantity }) => {
      const some = Math.round(quantity * 1000)
      return mode === 'set' ? some : (sum ?? 0) + some
    },
    counted === null ? null : Math.round(counted * 1000),
  )
  return thousandths === null ? null : thousandths / 1000
}

// Final refusals; any other error may succeed next time.
const FINAL_REFUSALS: readonly ApiErrorCode[] = ['stockTake.closed', 'form.invalid', 'notFound', 'request.invalid']

/** `empty`: every count has a response. `waits`: the network or the server is unavailable. */
type SendOutcome = 'empty' | 'waits'

let isSending = false

type SendCount = (count: PendingCount) => Promise<StockTakeLine>

const postCount: SendCount = ({ takeId, key, productId: product_id, mode, quantity, lot }) => {
  const lotFields = toLotFields(parseLotKey(lot ?? '') ?? {})
  // `useCounting` reloads the lines once, after the last pending count.
  const body = { key, product_id, mode, quantity, ...lotFields }
  return callApi(stockTakes.count, { params: { id: takeId }, body, reload: 'later' })
}

/**
 * Sends the pending counts one by one, in order, until none is left or there is no response. Refused ones stay for the admin to
 * see. Resolves to undefined if another call is running.
 */
export async function sendCounts(
  onCounted: (line: StockTakeLine, count: PendingCount) => void,
  send: SendCount = postCount,
): Promise<SendOutcome | undefined> {
  if (isSending) return undefined
  isSending = true
  try {
    for (;;) {
      const next = countQueue.get().find(each => !each.isRefused)
      if (!next) return 'empty'
      try {
        const line = await send(next)
        forgetKey(next.key)
        onCounted(line, next)
      } catch (error) {
        if (!(error instanceof ApiError) || !FINAL_REFUSALS.includes(error.code)) return 'waits'
        countQueue.change(queue => queue.map(each => (each.key === next.key ? { ...each, isRefused: true } : each)))
      }
    }
  } finally {
    isSending = false
  }
}

/** How often other phones' counts, and the shop's sales, are fetched. */
export const POLL_MS = 4000
const RETRY_MS = 3000

type LinesPage = { items: StockTakeLine[]; total: number }

/** Puts a returned line into the cached lists, so that its figure doesn't jump back until the next fetch. */
function patchLines(cache: QueryClient, line: StockTakeLine): void {
  cache.setQueriesData<LinesPage>(
    { queryKey: queryKey(stockTakes.lines) },
    page => page && { ...page, items: page.items.map(each => (each.product_id === line.product_id ? line : each)) },
  )
}

/** Accepts counts at once and sends them when possible. `answers`: the newest line of each product counted here. */
export function useCounting(takeId: number) {
  const cache = useQueryClient()
  const queue = useStoredValue(countQueue)
  const [isWaiting, setWaiting] = useState(false)
  const [answers, setAnswers] = useState<ReadonlyMap<number, StockTakeLine>>(new Map())

  const flush = useEffectEvent(async () => {
    const outcome = await sendCounts((line, count) => {
      if (count.takeId !== takeId) return
      patchLines(cache, line)
      setAnswers(before => new Map(before).set(line.product_id, line))
    })
    if (outcome === undefined) return
    setWaiting(outcome === 'waits')
    if (outcome === 'waits') return
    // Invalidated here: once for all counts of the queue.
    void cache.invalidateQueries({ queryKey: queryKey(stockTakes.lines) })
    void cache.invalidateQueries({ queryKey: queryKey(stockTakes.get) })
  })
  const unsent = queue.filter(each => !each.isRefused).length
  useEffect(() => {
    if (unsent === 0) return undefined
    const send = () => void flush()
    const timers = [setTimeout(send), setInterval(send, RETRY_MS)]
    addEventListener('online', send)
    return () => {
      timers.forEach(clearTimeout)
      removeEventListener('online', send)
    }
  }, [unsent])
  const pendingCounts = queue.filter(each => each.takeId === takeId)
  return {
    isWaiting: isWaiting && unsent > 0,
    pending: pendingCounts.filter(each => !each.isRefused),
    refused: pendingCounts.filter(each => each.isRefused),
    answers,
    forgetAnswer: (productId: number) => setAnswers(before => new Map([...before].filter(([id]) => id !== productId))),
    count: (counted: DraftGoods, amount: CountAmount) => queueCount({ ...counted, ...amount, takeId }),
  }
}

export type QueuedCount = ReturnType<typeof useCounting>
