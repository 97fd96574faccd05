import type { StockStore } from '#web/back-office/stock/stock-work/stock-store.ts'
import { type StockTake, stockTakes } from '#contract/stock/stock-takes.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { stockPath } from '#web/back-office/stock/stock-work/stock-address.ts'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { ExportLines } from './export-lines.tsx'
import { valueText } from './stock-take-words.ts'
import { UnsentCounts } from './unsent-counts.tsx'
import { useAllLines } from './use-all-lines.ts'
import { POLL_MS, useCounting } from './use-counting.ts'
import { useTakeActions } from './use-take-actions.ts'
import { VarianceTable } from './variance-table.tsx'

/** How many products of the store haven't been counted. */
function useUncounted(takeId: number): number | undefined {
  const query = { counted: 'false', size: 1 }
  return useQuery({ ...queryOf(stockTakes.lines, { params: { id: takeId }, query }), refetchInterval: POLL_MS }).data
    ?.total
}

/** The differences and their value, before they are posted to the ledger. */
export function ReviewView({ store, take }: { store: StockStore; take: StockTake }) {
  const { t } = useTranslation()
  const { data: lines } = useAllLines(take.id, POLL_MS)
  const uncounted = useUncounted(take.id)
  const counting = useCounting(take.id)
  const actions = useTakeActions(take.id)
  const [asked, setAsked] = useState<'post' | 'cancel' | null>(null)
  const unsent = counting.pending.length + counting.refused.length
  const different = lines?.filter(({ variance }) => variance !== 0) ?? []
  const act = async () => {
    await (asked === 'post' ? actions.post() : actions.turn('cancelled'))
    setAsked(null)
  }
  const value = valueText(take.value)
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
            <Button variant="outlined" color="error" size="small" onClick={() => setAsked('cancel')}>
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
        {different.length > 0 && <VarianceTable caption={t('stockTakes.review')} lines={different} />}
      </Page>
      <BottomBar
        width="wide"
        summary={
          <>
            <div>{t('stockTakes.countedCount', { count: take.counted })}</div>
            <div>{t('stockTakes.differentCount', { count: take.different })}</div>
          </>
        }
        total={value}
        action={
          <PrimaryButton disabled={take.counted === 0 || unsent > 0} onClick={() => setAsked('post')}>
            {unsent > 0 ? t('stockTakes.waitsForCounts') : t('stockTakes.post')}
          </PrimaryButton>
        }
      />
      <ConfirmDialog
        open={asked !== null}
        title={asked === 'cancel' ? t('stockTakes.cancelTitle') : t('stockTakes.postTitle')}
        text={
          asked === 'cancel' ? t('stockTakes.cancelText') : t('stockTakes.postText', { count: take.different, value })
        }
        confirmText={asked === 'cancel' ? t('stockTakes.cancel') : t('stockTakes.post')}
        cancelText={t('stockTakes.notYet')}
        onConfirm={() => void act()}
        onCancel={() => setAsked(null)}
        busy={actions.isBusy}
        danger={asked === 'cancel'}
      />
    </>
  )
}
