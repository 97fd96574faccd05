import { useQuery } from '@tanstack/react-query'
import { markdownRules } from '#contract/stock/markdown-rules.ts'
import { purchaseOrders } from '#contract/stock/purchase-orders.ts'
import { stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { useStoreChoices, useStoresToChoose } from '#web/back-office/kit/store-choices.ts'
import { MarkdownRulesView } from '#web/back-office/stock/markdown-rules/rules-view.tsx'
import { OrderList } from '#web/back-office/stock/purchasing/order-list.tsx'
import { OrderView } from '#web/back-office/stock/purchasing/order-view.tsx'
import { ReorderView } from '#web/back-office/stock/purchasing/reorder-view.tsx'
import { MarkView } from '#web/back-office/stock/reduced-lots/mark-view.tsx'
import { POLL_MS } from '#web/back-office/stock/stock-takes/count-queue.ts'
import { CountingView } from '#web/back-office/stock/stock-takes/counting-view.tsx'
import { ReportView } from '#web/back-office/stock/stock-takes/report-view.tsx'
import { ReviewView } from '#web/back-office/stock/stock-takes/review-view.tsx'
import { StockTakeList } from '#web/back-office/stock/stock-takes/stock-take-list.tsx'
import { DeliveryList } from '#web/back-office/stock/stock-work/delivery-list.tsx'
import { LedgerView } from '#web/back-office/stock/stock-work/ledger-view.tsx'
import { LotList } from '#web/back-office/stock/stock-work/lot-list.tsx'
import { StockList } from '#web/back-office/stock/stock-work/stock-list.tsx'
import { isWorkKind } from '#web/back-office/stock/stock-work/work-labels.ts'
import { WorkView } from '#web/back-office/stock/stock-work/work-view.tsx'
import { errorText } from '#web/kit/api/api-error.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'

function NoStores() {
  const { t } = useTranslation()
  const { error, data, refetch } = useStoresToChoose()
  const mayCreate = useMayOpen()(PATHS.storeCreate)
  if (!data && !error) return <RecordLoading />
  if (data) {
    const create = mayCreate && (
      <PrimaryButton component={Link} to={PATHS.storeCreate}>
        {t('adminStores.new')}
      </PrimaryButton>
    )
    return <EmptyState title={t('adminStores.emptyTitle')} drawing={<EmptyDrawing subject="door" />} action={create} />
  }
  return (
    <EmptyState
      title={errorText(error, t) ?? t('errors.unknown')}
      drawing={<EmptyDrawing subject="failure" />}
      action={<PrimaryButton onClick={() => void refetch()}>{t('common.retry')}</PrimaryButton>}
    />
  )
}

/**
 * The stock of a store: its list, the work on it, its stock takes and each product's ledger, depending on the address's query.
 */
export function StockPage() {
  const { activeStoreId } = useUser()
  const stores = useStoreChoices(stock.list) ?? []
  const [params] = useSearchParams()
  const may = useMay()
  const storeId = Number(params.get('store') ?? activeStoreId)
  const store = stores.find(({ id }) => id === storeId) ?? stores[0]
  if (!store) return <NoStores />
  const work = params.get('work')
  const take = params.get('take')
  const product = Number(params.get('product') ?? 0)
  const order = params.get('order')
  const reorder = params.get('reorder')
  if (work === 'delivery' && order !== null) return <OrderDelivery key={order} store={store} id={order} />
  if (isWorkKind(work)) return <WorkView key={`${store.id}-${work}`} store={store} kind={work} />
  if (take !== null) return <StockTakeView key={`${store.id}-${take}`} store={store} take={take} />
  if (order !== null) return <OrdersView key={`${store.id}-${order}`} store={store} order={order} />
  if (reorder !== null && may(purchaseOrders.proposal, store.id))
    return <ReorderView key={store.id} store={store} supplier={reorder} />
  if (params.has('deliveries')) return <DeliveryList key={store.id} store={store} />
  if (params.has('lots')) return <LotList key={store.id} store={store} />
  if (params.has('mark')) return <MarkView key={store.id} store={store} />
  if (params.has('markdown') && may(markdownRules.get, store.id))
    return <MarkdownRulesView key={store.id} store={store} />
  if (product > 0 && may(stock.ledger, store.id))
    return <LedgerView key={`${store.id}-${product}`} store={store} productId={product} />
  return <StockList store={store} stores={stores} />
}

/** A store's purchase orders, or one of them. `order`: its id from the address, or `all`. */
function OrdersView({ store, order }: { store: StockStore; order: string }) {
  return /^[1-9]\d*$/.test(order) ? <OrderView store={store} id={order} /> : <OrderList store={store} />
}

/** Receives goods of a purchase order. */
function OrderDelivery({ store, id }: { store: StockStore; id: string }) {
  const { data } = useQuery(queryFor(purchaseOrders.get, { params: { id } }))
  return data ? <WorkView store={store} kind="delivery" order={data} /> : <RecordLoading />
}

function OneStockTake({ store, takeId }: { store: StockStore; takeId: number }) {
  const [params] = useSearchParams()
  const { data: take } = useQuery({
    ...queryFor(stockTakes.get, { params: { id: takeId } }),
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
function StockTakeView({ store, take }: { store: StockStore; take: string }) {
  const id = Number(take)
  return Number.isInteger(id) && id > 0 ? <OneStockTake store={store} takeId={id} /> : <StockTakeList store={store} />
}
