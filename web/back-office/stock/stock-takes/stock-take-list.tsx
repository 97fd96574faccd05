import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type StockTake, stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { ApiError } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { STATE_TONES, stateText, timeIn, valueText } from './stock-take-labels.ts'

function useColumns(store: StockStore): readonly ListColumn<StockTake>[] {
  const { t } = useTranslation()
  const hasValues = useMay()(stock.value, store.id)
  return [
    {
      name: 'id',
      label: t('stockTakes.title'),
      role: 'title',
      cell: ({ id }) => t('stockTakes.name', { id: String(id) }),
    },
    { name: 'started', label: t('stockTakes.started'), cell: take => timeIn(store, take.started_at) },
    { name: 'counted', label: t('stockTakes.counted'), align: 'end', labelOnCard: true, cell: take => take.counted },
    {
      name: 'with_variance',
      label: t('stockTakes.different'),
      align: 'end',
      labelOnCard: true,
      cell: take => take.with_variance,
    },
    ...(hasValues
      ? [
          {
            name: 'value',
            label: t('stockTakes.value'),
            align: 'end' as const,
            cell: (take: StockTake) => valueText(take.value),
          },
          {
            name: 'by',
            label: t('stock.by'),
            cell: ({ started_by: by }: StockTake) => by.email && <EmailText address={by.email} />,
          },
        ]
      : []),
    {
      name: 'state',
      label: t('stock.level'),
      role: 'status',
      cell: ({ state }) => <StatusPill tone={STATE_TONES[state]}>{stateText(state, t)}</StatusPill>,
    },
  ]
}

/** Starts a stock take, or opens the unfinished one. */
function useStart(store: StockStore) {
  const { t } = useTranslation()
  const notifyFailure = useFailureNotice()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const { id } = await callApi(stockTakes.start, { params: { id: store.id } })
      await navigate(stockPath({ store: store.id, take: id }))
    } catch (error) {
      setBusy(false)
      // Another phone has started one meanwhile: both use the same stock take.
      const other = error instanceof ApiError && error.code === 'stockTake.alreadyOpen' ? error.body['id'] : undefined
      if (typeof other === 'number') await navigate(stockPath({ store: store.id, take: other }))
      else notifyFailure(error, 'stock-take', reason => t('stock.error', { error: reason }))
    }
  }
  return { start, isBusy }
}

/** The stock takes of a store; the unfinished one comes first. */
export function StockTakeList({ store }: { store: StockStore }) {
  const { t } = useTranslation()
  const { start, isBusy } = useStart(store)
  const newest = { params: { id: store.id }, query: { size: 1 } }
  const { data } = useQuery({ ...queryFor(stockTakes.list, newest), meta: { isBackground: true } })
  const unfinished = data?.items.find(({ state }) => state === 'open' || state === 'paused')
  const source: ListSource<StockTake> = {
    endpoint: stockTakes.list,
    params: { id: store.id },
    getId: ({ id }) => id,
    getName: ({ id }) => t('stockTakes.name', { id: String(id) }),
    getPath: ({ id: take }) => stockPath({ store: store.id, take }),
  }
  const action = unfinished ? (
    <PrimaryButton component={Link} to={stockPath({ store: store.id, take: unfinished.id })}>
      {t('stockTakes.goOn')}
    </PrimaryButton>
  ) : (
    <PrimaryButton loading={isBusy} loadingLabel={t('common.loading')} onClick={() => void start()}>
      {t('stockTakes.start')}
    </PrimaryButton>
  )
  return (
    <Page
      title={t('stockTakes.title')}
      lead={`${store.name}. ${t('stockTakes.lead')}`}
      width="wide"
      aside={
        <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id })}>
          {t('stock.backToStock')}
        </Button>
      }
    >
      <div style={{ maxWidth: 420 }}>{action}</div>
      <AdminList
        caption={t('stockTakes.title')}
        source={source}
        columns={useColumns(store)}
        defaultSort="-id"
        countText={count => t('stockTakes.count', { count })}
        empty={<EmptyState title={t('stockTakes.emptyTitle')} text={t('stockTakes.emptyText')} />}
      />
    </Page>
  )
}
