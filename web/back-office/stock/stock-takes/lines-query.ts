import { stockTakes } from '#contract/stock/stock-takes.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { queryOf } from '#web/kit/api/query-of.ts'
import { POLL_MS } from './use-counting.ts'

/** The latest counts, from any phone. */
export const LATEST = { counted: 'true', sort: '-counted_at', page: 1 }

/** A page of lines, polled because other phones count too. */
export const linesQuery = (takeId: number, query: Readonly<Record<string, string | number>>) => ({
  ...queryOf(stockTakes.lines, { params: { id: takeId }, query }),
  placeholderData: keepPreviousData,
  refetchInterval: POLL_MS,
})
