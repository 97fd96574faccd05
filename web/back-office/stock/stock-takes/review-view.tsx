import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type StockTake, stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { signedText } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { dropRefused, retryRefused, type QueuedCount, POLL_MS, useCounting } from './count-queue.ts'
import { ExportLines, useAllLines, VarianceTable } from './report-view.tsx'
import { valueText } from './stock-take-labels.ts'

/** How many products of the store haven't been counted. */
function useUncounted(takeId: number): number | undefined {
  const query = { counted: 'false', size: 1 }
  return useQuery({ ...queryFor(stockTakes.lines, { params: { id: takeId }, query }), refetchInterval: POLL_MS }).data
    ?.total
}

/** The differences and their value, before they are posted to the ledger. */
export function ReviewView({ store, take }: { store: StockStore; take: StockTake }) {
  const { t } = useTranslation()
  const { data: lines } = useAllLines(take.id, POLL_MS)
  const uncounted = useUncounted(take.id)
  const counting = useCounting(take.id)
  const actions = useStockTakeActions(take.id)
  const [requested, setRequested] = useState<'post' | 'cancel' | null>(null)
  const unsent = counting.pending.length + counting.refused.length
  const different = lines?.filter(({ variance }) => variance !== 0) ?? []
  const act = async () => {
    await (requested === 'post' ? actions.post() : actions.turn('cancelled'))
    setRequested(null)
  }
  const hasValues = useMay()(stock.value, store.id)
  const value = valueText(take.value)
  const count = take.with_variance
  return (
    <>
      <Page
        title={t('stockTakes.review')}
        lead={`${store.name}. ${t('stockTakes.reviewLead')}`}
        width="wide"
        aside={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {lines && lines.length > 0 && <ExportLines takeId={take.id} />}
            <Button variant="text" component={Link} to={stockPath({ store: store.id, take: take.id })}>
              {t('stockTakes.backToCounting')}
            </Button>
            <Button variant="outlined" color="error" size="small" onClick={() => setRequested('cancel')}>
              {t('stockTakes.cancel')}
            </Button>
          </Box>
        }
      >
        <UnsentCounts takeId={take.id} counting={counting} />
        {uncounted !== undefined && uncounted > 0 && (
          <Panel tone="attention">{t('stockTakes.uncounted', { count: uncounted })}</Panel>
        )}
        {!lines && <RecordLoading />}
        {lines && different.length === 0 && (
          <EmptyState title={t('stockTakes.noDifferences')} text={t('stockTakes.noDifferencesText')} />
        )}
        {different.length > 0 && (
          <VarianceTable caption={t('stockTakes.review')} lines={different} hasValues={hasValues} />
        )}
      </Page>
      <BottomBar
        width="wide"
        summary={
          <>
            <div>{t('stockTakes.countedCount', { count: take.counted })}</div>
            <div>{t('stockTakes.differentCount', { count: take.with_variance })}</div>
          </>
        }
        {...(hasValues && { total: value })}
        action={
          <PrimaryButton disabled={take.counted === 0 || unsent > 0} onClick={() => setRequested('post')}>
            {unsent > 0 ? t('stockTakes.waitsForCounts') : t('stockTakes.post')}
          </PrimaryButton>
        }
      />
      <ConfirmDialog
        open={requested !== null}
        title={requested === 'cancel' ? t('stockTakes.cancelTitle') : t('stockTakes.postTitle')}
        text={
          requested === 'cancel'
            ? t('stockTakes.cancelText')
            : hasValues
              ? t('stockTakes.postText', { count, value })
              : t('stockTakes.postCount', { count })
        }
        confirmText={requested === 'cancel' ? t('stockTakes.cancel') : t('stockTakes.post')}
        cancelText={t('stockTakes.notYet')}
        onConfirm={() => void act()}
        onCancel={() => setRequested(null)}
        busy={actions.isBusy}
        danger={requested === 'cancel'}
      />
    </>
  )
}

/** The actions on a stock take as a whole. Each resolves to whether it succeeded; failures have been shown by then. */
export function useStockTakeActions(takeId: number) {
  const { t } = useTranslation()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const act = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await call()
      return true
    } catch (error) {
      notifyFailure(error, 'stock-take', reason => t('stock.error', { error: reason }))
      return false
    } finally {
      await awaitReload()
      setBusy(false)
    }
  }
  const params = { id: takeId }
  return {
    isBusy,
    turn: (state: 'open' | 'paused' | 'cancelled') =>
      act(() => callApi(stockTakes.changeState, { params, body: { state } })),
    post: () => act(() => callApi(stockTakes.post, { params })),
    forget: (productId: number) =>
      act(() => callApi(stockTakes.removeCount, { params: { ...params, product_id: productId } })),
  }
}

/** Counts that haven't reached the server: they are stored on this phone, or need a decision. */
export function UnsentCounts({ takeId, counting }: { takeId: number; counting: QueuedCount }) {
  const { t } = useTranslation()
  const { isWaiting, pending, refused } = counting
  return (
    <>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {isWaiting && pending.length > 0 && (
          <Panel tone="attention">{t('stockTakes.waiting', { count: pending.length })}</Panel>
        )}
      </Box>
      {refused.length > 0 && (
        <Panel tone="danger">
          <Box role="alert">{t('stockTakes.refused', { count: refused.length })}</Box>
          <ul>
            {refused.map(({ key, name, unit, quantity }) => (
              <li key={key}>
                {name} {signedText(quantity, unit, t)}
              </li>
            ))}
          </ul>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" size="small" onClick={() => retryRefused(takeId)}>
              {t('common.retry')}
            </Button>
            <Button variant="text" size="small" color="error" onClick={() => dropRefused(takeId)}>
              {t('stockTakes.drop')}
            </Button>
          </Box>
        </Panel>
      )}
    </>
  )
}
