import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { type GridDone, type PlannedGridRow, productGrid } from '#contract/catalogue/product-grid.ts'
import { type CellContext, writeCell } from '#domain/catalogue/grid/grid-cells.ts'
import { type ConflictDecision, type GridEdits, toRowChanges } from '#domain/catalogue/grid/grid-edits.ts'
import { errorText, hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { serverProblemText } from './grid-texts.ts'

type GridPreviewProps = {
  edits: GridEdits
  context: CellContext
  storeId: number | undefined
  onDecide: (decision: ConflictDecision) => void
  onClose: () => void
  onDone: (done: GridDone) => void
}

/** More rows than this are hard to read; the counts cover all products. */
const MAX_SHOWN = 200

const OUTCOME_ORDER: readonly PlannedGridRow['outcome'][] = ['theirs', 'invalid', 'changed']

/** What will be saved, with what two admins changed, and then the save. */
export function GridPreview({ edits, context, storeId, onDecide, onClose, onDone }: GridPreviewProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const { preview, error, isBusy, apply } = usePreview({ edits, storeId, onDone })
  const count = (outcome: PlannedGridRow['outcome']) => preview?.rows.filter(row => row.outcome === outcome).length ?? 0
  const rows = OUTCOME_ORDER.flatMap(outcome => preview?.rows.filter(row => row.outcome === outcome) ?? [])
  const changed = count('changed')
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="md">
      <DialogTitle id={id}>{t('productGrid.previewTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Box role="status" sx={{ fontWeight: 650 }}>
          {preview &&
            [
              t('bulkEdit.willChange', { count: changed }),
              ...(count('theirs') > 0 ? [t('productGrid.theirs', { count: count('theirs') })] : []),
              ...(count('invalid') > 0 ? [t('bulkEdit.invalid', { count: count('invalid') })] : []),
            ].join(' ')}
          {!preview && error === undefined && t('common.loading')}
        </Box>
        {error !== undefined && (
          <Box role="alert" sx={{ color: 'error.main' }}>
            {error}
          </Box>
        )}
        <Box component="ul" aria-label={t('bulkEdit.products')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {rows.slice(0, MAX_SHOWN).map(row => (
            <PreviewRow key={row.product_id} row={row} context={context} onDecide={onDecide} />
          ))}
        </Box>
        {rows.length > MAX_SHOWN && (
          <Box sx={{ color: 'text.secondary' }}>{t('bulkEdit.more', { count: rows.length - MAX_SHOWN })}</Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('bulkEdit.back')}</Button>
        <ActionButton
          variant="contained"
          loading={isBusy}
          disabled={!preview || changed === 0}
          onClick={() => void apply()}
        >
          {t('bulkEdit.apply', { count: changed })}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

type PreviewRowProps = Pick<GridPreviewProps, 'context' | 'onDecide'> & { row: PlannedGridRow }

function PreviewRow({ row, context, onDecide }: PreviewRowProps) {
  const { t } = useTranslation()
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider', display: 'grid', gap: 0.5 }}>
      <Box sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{row.name || `#${row.product_id}`}</Box>
      {row.cells
        .filter(({ outcome }) => outcome !== 'same')
        .map(({ field, from, to, outcome }) => {
          const [now, mine] = [from, to].map(value => writeCell(field, value, context) || '–')
          const decide = (side: ConflictDecision['side']) => onDecide({ id: row.product_id, field, side, now: from })
          return (
            <Box
              key={field}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
            >
              <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {t(`productGrid.columns.${field}`)}: {now} → {mine}
              </Box>
              {outcome === 'theirs' && (
                <Box role="group" aria-label={row.name} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                  <Box sx={{ color: 'error.main', typography: 'body2', flexBasis: '100%' }}>
                    {t('productGrid.theirsNow', { value: now ?? '' })}
                  </Box>
                  <Button variant="outlined" size="small" onClick={() => decide('theirs')}>
                    {t('productGrid.keepTheirs', { value: now ?? '' })}
                  </Button>
                  <Button variant="outlined" size="small" onClick={() => decide('mine')}>
                    {t('productGrid.takeMine', { value: mine ?? '' })}
                  </Button>
                </Box>
              )}
            </Box>
          )
        })}
      {row.outcome === 'invalid' &&
        row.problems.map(({ field, problem }) => (
          <Box key={`${field} ${problem}`} sx={{ color: 'error.main', typography: 'body2' }}>
            {field === 'product' ? t('productGrid.gone') : serverProblemText(problem, t)}
          </Box>
        ))}
    </Box>
  )
}

type PreviewInput = Pick<GridPreviewProps, 'edits' | 'storeId' | 'onDone'>

/** Asks the server again whenever the changes differ, and saves what it showed. */
function usePreview({ edits, storeId, onDone }: PreviewInput) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const body = useMemo(
    () => ({ rows: toRowChanges(edits), ...(storeId !== undefined && { store_id: storeId }) }),
    [edits, storeId],
  )
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['grid-preview', JSON.stringify(body)],
    // A preview changes nothing.
    queryFn: () => (body.rows.length === 0 ? EMPTY_RESULT : callApi(productGrid.change, { body, reload: 'later' })),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { handlesOwnError: true },
  })
  const apply = async () => {
    if (!data) return
    setSaving(true)
    setFailure(undefined)
    try {
      onDone(await callApi(productGrid.change, { body: { ...body, preview_hash: data.preview_hash } }))
    } catch (thrown) {
      const isOutdated = hasCode(thrown, 'record.changed')
      setFailure(isOutdated ? t('bulkEdit.outdated') : errorText(thrown, t))
      if (isOutdated) await refetch()
    } finally {
      setSaving(false)
    }
  }
  return {
    preview: data,
    error: failure ?? (error ? errorText(error, t) : undefined),
    isBusy: isSaving || isFetching,
    apply,
  }
}

const EMPTY_RESULT: GridDone = { id: null, preview_hash: '', rows: [] }
