import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type StockTakeLine, stockTakes } from '#contract/stock/stock-takes.ts'
import type { Goods } from '#web/back-office/stock/stock-work/stock-draft.ts'
import { useStoredValue } from '#web/back-office/stock/stock-work/use-stock-work.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { countQueue, queueCount, sendCounts } from './count-queue.ts'

/** How often other phones' counts, and the shop's sales, are fetched. */
export const POLL_MS = 4000
const RETRY_MS = 3000

type Page = { items: StockTakeLine[]; total: number }

/** Puts a returned line into the cached lists, so that its figure doesn't jump back until the next fetch. */
function patchLines(cache: QueryClient, line: StockTakeLine): void {
  cache.setQueriesData<Page>(
    { queryKey: queryKeyOf(stockTakes.lines) },
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
      setAnswers(known => new Map(known).set(line.product_id, line))
    })
    if (outcome === undefined) return
    setWaiting(outcome === 'waits')
    if (outcome === 'waits') return
    // By hand: once for all counts of the queue.
    void cache.invalidateQueries({ queryKey: queryKeyOf(stockTakes.lines) })
    void cache.invalidateQueries({ queryKey: queryKeyOf(stockTakes.read) })
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
  const own = queue.filter(each => each.takeId === takeId)
  return {
    isWaiting: isWaiting && unsent > 0,
    pending: own.filter(each => !each.isRefused),
    refused: own.filter(each => each.isRefused),
    answers,
    forgetAnswer: (productId: number) => setAnswers(known => new Map([...known].filter(([id]) => id !== productId))),
    count: (goods: Goods, mode: 'add' | 'set', quantity: number) => queueCount({ ...goods, takeId, mode, quantity }),
  }
}

export type Counting = ReturnType<typeof useCounting>
