import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useState } from 'react'
import { bulkChanges, type BulkDone, type BulkRow } from '#contract/catalogue/bulk-changes.ts'
import type { BulkChange } from '#domain/catalogue/bulk-change.ts'
import { numberText } from '#domain/format/number-text.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Selection } from '#web/kit/lists/list-types.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { type BulkFormValues, changeIn, EMPTY_DRAFT, ChangeFields } from './change-fields.tsx'
import { useUndoChange } from './earlier-changes.tsx'

type BulkEditDialogProps = {
  selection: Selection
  vatClasses: readonly SelectOption[]
  onClose: () => void
  /** Called after a change, so that the selection can be cleared. */
  onDone: () => void
}

/** One change for all selected products: choose, preview, apply. */
export function BulkEditDialog({ selection, vatClasses, onClose, onDone }: BulkEditDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const { preview, error, isBusy, look, apply, back } = useBulkEdit(selection, onDone)
  const wanted = changeIn(draft)
  const products = selection.kind === 'all' ? selection.total : selection.ids.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wanted || isBusy) return
    void (preview ? apply(wanted, preview.seen) : look(wanted))
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('bulkEdit.title', { count: products })}</DialogTitle>
      <Box component="form" onSubmit={submit} noValidate sx={{ display: 'contents' }}>
        <DialogContent>
          {preview ? (
            <BulkPreview kind={draft.kind} preview={preview} />
          ) : (
            <ChangeFields
              draft={draft}
              vatClasses={vatClasses}
              onChange={changes => setDraft({ ...draft, ...changes })}
            />
          )}
          {error !== undefined && (
            <Box role="alert" sx={{ color: 'error.main', mt: 2 }}>
              {error}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          {preview ? (
            <Button onClick={back}>{t('bulkEdit.back')}</Button>
          ) : (
            <Button onClick={onClose}>{t('common.cancel')}</Button>
          )}
          <ActionButton
            type="submit"
            variant="contained"
            loading={isBusy}
            disabled={wanted === undefined || preview?.changed === 0}
          >
            {preview ? t('bulkEdit.apply', { count: preview.changed }) : t('bulkEdit.preview')}
          </ActionButton>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** More rows than this are hard to read; the counts cover all products. */
const MOST_SHOWN = 100

type BulkPreviewProps = {
  kind: BulkFormValues['kind']
  preview: BulkDone
}

function valueText(value: BulkRow['from'], kind: BulkFormValues['kind'], t: Translate): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') {
    if (kind === 'offered') return value ? t('bulkEdit.isOffered') : t('bulkEdit.isNotOffered')
    return value ? t('products.enabled') : t('products.disabled')
  }
  if (typeof value === 'string') return value
  const isPrice = kind === 'pricePercent' || kind === 'priceTo'
  return isPrice ? eurosText(value) : numberText(parseDecimalInput(String(value)) ?? 0)
}

/** What a change would do to each product: those that it can't change come first. */
function BulkPreview({ kind, preview }: BulkPreviewProps) {
  const { t } = useTranslation()
  const inOrder = [
    ...preview.rows.filter(({ outcome }) => outcome === 'invalid'),
    ...preview.rows.filter(({ outcome }) => outcome === 'changed'),
  ]
  const shown = inOrder.slice(0, MOST_SHOWN)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
      <Box role="status" sx={{ fontWeight: 650 }}>
        {[
          t('bulkEdit.willChange', { count: preview.changed }),
          ...(preview.same > 0 ? [t('bulkEdit.same', { count: preview.same })] : []),
          ...(preview.invalid > 0 ? [t('bulkEdit.invalid', { count: preview.invalid })] : []),
        ].join(' ')}
      </Box>
      <Box component="ul" aria-label={t('bulkEdit.products')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(row => (
          <Box
            component="li"
            key={row.product_id}
            sx={{ py: 1, borderBottom: 1, borderColor: 'divider', display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
          >
            <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>{row.name}</Box>
            <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {valueText(row.from, kind, t)} → {valueText(row.to, kind, t)}
            </Box>
            {row.problems.map(({ field, problem }) => (
              <Box key={`${field} ${problem}`} sx={{ flexBasis: '100%', color: 'error.main', typography: 'body2' }}>
                {t(`productForm.problems.${problem}`, { count: 0, value: '' })}
              </Box>
            ))}
          </Box>
        ))}
      </Box>
      {inOrder.length > shown.length && (
        <Box sx={{ color: 'text.secondary' }}>{t('bulkEdit.more', { count: inOrder.length - shown.length })}</Box>
      )}
    </Box>
  )
}

/** How long the notice of a change offers undo; later it is among the earlier changes. */
const UNDO_MS = 10_000

/** Notifies that products were changed, and offers undo for a while. */
function useUndoNotice() {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const { undo } = useUndoChange()
  return ({ id, changed: count }: BulkDone) => {
    const text = t('bulkEdit.changed', { count })
    const action = id === null ? undefined : { label: t('common.undo'), onAct: () => void undo(id) }
    const notice = notify({ id: `bulk-changed-${id}`, severity: 'success', text, ...(action && { action }) })
    setTimeout(() => dismiss(notice), UNDO_MS)
  }
}

/** Previews a change of the selected products, and applies it. */
function useBulkEdit(selection: Selection, onDone: () => void) {
  const { t } = useTranslation()
  const tell = useUndoNotice()
  const [preview, setPreview] = useState<BulkDone>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const query = selection.kind === 'all' ? selection.query : {}
  const ids = selection.kind === 'all' ? null : [...selection.ids]
  const back = () => setPreview(undefined)

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      // The preview is out of date and has to be requested again.
      if (hasCode(thrown, 'record.changed')) back()
      setError(hasCode(thrown, 'record.changed') ? t('bulkEdit.outdated') : errorText(thrown, t))
    } finally {
      setBusy(false)
    }
  }
  const look = (change: BulkChange) =>
    attempt(async () => {
      const body = { preview: true, ids, change } as const
      // A preview changes nothing.
      setPreview(await callApi(bulkChanges.change, { query, body, reload: 'later' }))
    })
  const apply = (change: BulkChange, seen: string) =>
    attempt(async () => {
      tell(await callApi(bulkChanges.change, { query, body: { preview: false, ids, change, seen } }))
      onDone()
    })
  return { preview, error, isBusy, look, apply, back }
}
