import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type BulkChangeRow, bulkChanges } from '#contract/catalogue/bulk-changes.ts'
import { type CampaignDays, isOfCampaigns } from '#domain/catalogue/bulk-change.ts'
import type { MadeChange } from '#domain/catalogue/grid/grid-change.ts'
import { daysText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Pages } from '#web/kit/lists/pager.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const PAGE_SIZE = 20

/** 27.11.2026–30.11.2026 */
export const campaignDaysText = ({ from_day, until_day }: CampaignDays): string =>
  daysText({ start_date: from_day, end_date: until_day })

function changeText({ change }: BulkChangeRow, t: Translate): string {
  switch (change.kind) {
    case 'pricePercent':
      return `${t('bulkEdit.pricePercent')}: ${numberText(change.percent)}\u00a0%`
    case 'priceTo':
      return `${t('bulkEdit.priceTo')}: ${eurosText(change.price)}`
    case 'campaignPercent':
      return `${t('pricePlans.kinds.campaign')}: ${numberText(change.percent)}\u00a0%, ${campaignDaysText(change)}`
    case 'campaignTo':
      return `${t('pricePlans.kinds.campaign')}: ${eurosText(change.price)}, ${campaignDaysText(change)}`
    case 'endCampaign':
      return `${t('bulkEdit.endCampaign')}: ${t(`bulkEdit.${change.state}`)}`
    case 'supplier':
      return t('products.supplier')
    case 'vatClass':
      return t('products.vatClass')
    case 'group':
      return t('products.group')
    case 'grid':
      return t('productGrid.change', {
        fields: change.fields.map(field => t(`productGrid.columns.${field}`)).join(', '),
      })
    case 'photos':
      return t('productPhotos.title')
    default:
      return t(`bulkEdit.${change.kind}`)
  }
}

function ChangeRow({ row }: { row: BulkChangeRow }) {
  const { t } = useTranslation()
  const { undo, isBusy } = useUndoChange()
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 650 }}>{changeText(row, t)}</Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {[t('products.count', { count: row.products }), shopTimeText(row.at), row.by.email].join(' · ')}
        </Box>
      </Box>
      {row.undone_at === null ? (
        <ActionButton
          variant="outlined"
          size="small"
          loading={isBusy}
          aria-label={t('bulkEdit.undoOf', { change: changeText(row, t), time: shopTimeText(row.at) })}
          onClick={() => void undo(row.id, row.change)}
        >
          {t('common.undo')}
        </ActionButton>
      ) : (
        <StatusPill tone="closed">{t('bulkEdit.undone')}</StatusPill>
      )}
    </Box>
  )
}

const useChanges = (page: number) =>
  useQuery({
    ...queryFor(bulkChanges.list, { query: { size: PAGE_SIZE, page } }),
    placeholderData: keepPreviousData,
    meta: { handlesOwnError: true },
  }).data

/** Whether many products have been changed at once, lately enough for an undo. */
export const useHasEarlierChanges = (): boolean => (useChanges(1)?.total ?? 0) > 0

/** The changes of many products, the newest first, each with an undo: what they replaced is kept for a while. */
export function EarlierChanges({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [page, setPage] = useState(1)
  const data = useChanges(page)
  if (!data) return null
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('bulkEdit.earlier')}</DialogTitle>
      <DialogContent>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.items.map(row => (
            <ChangeRow key={row.id} row={row} />
          ))}
        </Box>
        <Pages page={page} last={Math.ceil(data.total / PAGE_SIZE)} onPage={setPage} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Reverts a change of many products, and notifies how many were restored and how many were edited since. */
export function useUndoChange() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const undo = async (id: number, change: MadeChange) => {
    setBusy(true)
    try {
      const { restored, skipped } = await callApi(bulkChanges.undo, { params: { id } })
      const keptText = isOfCampaigns(change) ? 'bulkEdit.skippedCampaigns' : 'bulkEdit.skipped'
      const detail = skipped.length > 0 ? t(keptText, { count: skipped.length }) : undefined
      notify({ severity: 'success', text: t('bulkEdit.restored', { count: restored }), ...(detail && { detail }) })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { undo, isBusy }
}
