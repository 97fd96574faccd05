import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Page } from '#web/kit/ui/page.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { SaveBar } from './save-bar.tsx'
import { TakenNote } from './taken-note.tsx'
import { useLeaveGuard } from './use-leave-guard.tsx'
import type { FormValues } from './form-state.ts'
import type { AuditedRecord } from './use-others-change.ts'
import type { RecordForm } from './use-record-form.ts'

/** Ctrl+S and Cmd+S save the form instead of the page. */
function useSaveKey(onSave: () => void): void {
  const save = useEffectEvent(onSave)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

interface RecordFormFrameProps<Values extends FormValues> {
  title: string
  form: RecordForm<Values>
  /** The name of a field or a group of fields, for the summary of problems and for changes by two users. */
  labelOf: (field: string) => string
  /** A value as text where it is not readable itself, such as an id; undefined leaves it unchanged. */
  show?: (field: string, value: string | boolean) => string | undefined
  /** Its audit log names the other user who saved it; none for a new record. */
  record?: AuditedRecord | undefined
  /** Beside the title: other actions for the record. */
  aside?: ReactNode
  /** Beside the fields on a desktop, below them on a phone: content that is not saved with the form, such as history. */
  side?: ReactNode
  /** The label of the save button where it does more than save. */
  saveText?: string
  children: ReactNode
}

const columns = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(320px, 1fr)' }

/** A page with a form for one record: its fields, its problems, the save bar, and the question before leaving. */
export function RecordFormFrame<Values extends FormValues>(props: RecordFormFrameProps<Values>) {
  const { title, form, labelOf, show, record, aside, side, saveText, children } = props
  const guard = useLeaveGuard(form.isDirty)
  useSaveKey(() => form.submit())
  return (
    <>
      <Page title={title} width="wide" aside={aside}>
        <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: side ? columns : undefined }}>
          <Box component="form" id="record-form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 2 }}>
            <ErrorSummary problems={form.problems} refusals={form.refusals} labelOf={labelOf} />
            {record && form.taken.length > 0 && (
              <TakenNote taken={form.taken} record={record} labelOf={labelOf} show={show} />
            )}
            {children}
          </Box>
          {side && <Box sx={{ display: 'grid', gap: 2 }}>{side}</Box>}
        </Box>
      </Page>
      {form.isDirty && (
        <SaveBar isNew={form.isNew} isSaving={form.isSaving} onDiscard={form.discard} saveText={saveText} />
      )}
      {form.conflict && record && (
        <ConflictDialog {...form.conflict} record={record} labelOf={labelOf} show={show} isSaving={form.isSaving} />
      )}
      {guard}
    </>
  )
}
