import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Selection } from '#web/kit/lists/list-types.ts'
import { changeIn, EMPTY_DRAFT } from './bulk-draft.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import type { SelectOption } from '#web/kit/ui/select-input.tsx'
import { ChangeFields } from './change-fields.tsx'
import { useBulkEdit } from './use-bulk-edit.ts'

interface BulkEditDialogProps {
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
