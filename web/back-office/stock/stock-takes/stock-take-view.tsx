import { useQuery } from '@tanstack/react-query'
import { stockTakes } from '#contract/stock/stock-takes.ts'
import type { StockStore } from '#web/back-office/stock/stock-work/stock-store.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { useSearchParams } from '#web/kit/shell/link.tsx'
import { CountingView } from './counting-view.tsx'
import { ReportView } from './report-view.tsx'
import { ReviewView } from './review-view.tsx'
import { StockTakeList } from './stock-take-list.tsx'
import { POLL_MS } from './use-counting.ts'

function OneStockTake({ store, takeId }: { store: StockStore; takeId: number }) {
  const [params] = useSearchParams()
  const { data: take } = useQuery({
    ...queryOf(stockTakes.read, { params: { id: takeId } }),
    // Another phone may pause or post it.
    refetchInterval: POLL_MS,
  })
  if (!take) return <RecordLoading />
  if (take.state === 'posted' || take.state === 'cancelled') return <ReportView store={store} take={take} />
  return params.get('show') === 'review' ? (
    <ReviewView store={store} take={take} />
  ) : (
    <CountingView store={store} take={take} />
  )
}

/** A store's stock takes, or one of them. `take`: its id from the address, or `all`. */
export function StockTakeView({ store, take }: { store: StockStore; take: string }) {
  const id = Number(take)
  return Number.isInteger(id) && id > 0 ? <OneStockTake store={store} takeId={id} /> : <StockTakeList store={store} />
}
