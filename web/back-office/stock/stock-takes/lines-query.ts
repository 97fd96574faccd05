import { stockTakes } from '#contract/stock/stock-takes.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { queryOf } from '#web/kit/api/query-of.ts'
import { POLL_MS } from './use-counting.ts'

/** What was counted last, on whatever phone. */
export const LATEST = { counted: 'true', sort: '-counted_at', page: 1 }

/** A page of lines, asked for again and again: others count too. */
export const linesQuery = (takeId: number, query: Readonly<Record<string, string | number>>) => ({
  ...queryOf(stockTakes.lines, { params: { id: takeId }, query }),
  placeholderData: keepPreviousData,
  refetchInterval: POLL_MS,
})
