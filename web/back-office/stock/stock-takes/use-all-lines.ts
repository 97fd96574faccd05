import { LARGEST_PAGE } from '#contract/lists.ts'
import { type StockTakeLine, stockTakes } from '#contract/stock/stock-takes.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'

async function loadAll(id: number, signal: AbortSignal): Promise<readonly StockTakeLine[]> {
  const lines: StockTakeLine[] = []
  for (let page = 1; ; page++) {
    const query = { counted: 'true', sort: 'value', size: LARGEST_PAGE, page }
    const { items, total } = await callApi(stockTakes.lines, { params: { id }, query, signal })
    lines.push(...items)
    if (items.length === 0 || lines.length >= total) return lines
  }
}

/** Every counted product of a stock take, largest shortage first. */
export const useAllLines = (takeId: number, pollMs: number | false) =>
  useQuery({
    queryKey: [...queryKeyOf(stockTakes.lines, { params: { id: takeId } }), 'all'],
    queryFn: ({ signal }) => loadAll(takeId, signal),
    refetchInterval: pollMs,
  })
