import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { ConflictDialog, type AuditedRecord, MergedChangesNote } from './conflict-dialog.tsx'
import { FieldFocusProvider, useFieldFocus, useSeekingFocus } from './field-focus.tsx'
import type { FormProblem } from './form-state.ts'
import type { FormValues } from './merge-values.ts'
import { SectionIndex } from './section-index.tsx'
import { useLeaveGuard } from './use-leave-guard.tsx'
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

type RecordFormFrameProps<Values extends FormValues> = {
  title: string
  form: RecordForm<Values>
  /** The name of a field or a group of fields, for the summary of problems and for changes by two users. */
  getLabel: (field: string) => string
  /** A value as text where it is not readable itself, such as an id; undefined leaves it unchanged. */
  formatValue?: (field: string, value: string | boolean) => string | undefined
  /** Its audit log names the other user who saved it; none for a new record. */
  record?: AuditedRecord | undefined
  /** Beside the title: other actions for the record. */
  aside?: ReactNode
  /** Above the fields. */
  lead?: ReactNode
  /** Beside the fields on a desktop, below them on a phone: content that is not saved with the form, such as history. */
  side?: ReactNode
  /** The label of the save button where it does more than save. */
  saveText?: string
  children: ReactNode
}

const columnTemplate = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(320px, 1fr)' }

/** A page with a form for one record: its fields, its problems, the save bar, and the question before leaving. */
export function RecordFormFrame<Values extends FormValues>(props: RecordFormFrameProps<Values>) {
  const { title, form, getLabel, formatValue, record, aside, lead, side, saveText, children } = props
  const guard = useLeaveGuard(form.isDirty)
  useSaveKey(() => form.submit())
  const content = useRef<HTMLDivElement>(null)
  return (
    <FieldFocusProvider value={useSeekingFocus()}>
      <Page title={title} width="wide" aside={aside}>
        {lead}
        <SectionIndex within={content} />
        <Box
          ref={content}
          sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: side ? columnTemplate : undefined }}
        >
          <Box component="form" id="record-form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 2 }}>
            <ErrorSummary problems={form.problems} refusals={form.refusals} getLabel={getLabel} />
            {record && form.adopted.length > 0 && (
              <MergedChangesNote adopted={form.adopted} record={record} getLabel={getLabel} formatValue={formatValue} />
            )}
            {children}
          </Box>
          {side && <Box sx={{ display: 'grid', gap: 2 }}>{side}</Box>}
        </Box>
      </Page>
      {(form.isDirty || form.isNew) && (
        <SaveBar
          isDirty={form.isDirty}
          isNew={form.isNew}
          isSaving={form.isSaving}
          onDiscard={form.discard}
          saveText={saveText}
        />
      )}
      {form.conflict && record && (
        <ConflictDialog
          {...form.conflict}
          record={record}
          getLabel={getLabel}
          formatValue={formatValue}
          isSaving={form.isSaving}
        />
      )}
      {guard}
    </FieldFocusProvider>
  )
}

type SaveBarProps = {
  isDirty: boolean
  isNew: boolean
  isSaving: boolean
  onDiscard: () => void
  /** The label of the save button where it does more than save. */
  saveText?: string | undefined
}

/** At the bottom of the screen: for a new record always, else while there are unsaved changes. */
function SaveBar({ isDirty, isNew, isSaving, onDiscard, saveText }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <BottomBar
      width="wide"
      action={
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Box role="status" sx={{ flex: { xs: '1 1 100%', sm: 1 }, typography: 'body2', color: 'text.secondary' }}>
            {isDirty && t('forms.unsaved')}
          </Box>
          {isDirty && (
            <Button variant="text" onClick={onDiscard} disabled={isSaving} sx={{ flex: { xs: 1, sm: 'none' } }}>
              {t('forms.discard')}
            </Button>
          )}
          <Box sx={{ display: 'grid', flex: { xs: 1, sm: 'none' }, minWidth: { sm: 160 } }}>
            <ActionButton
              type="submit"
              form="record-form"
              variant="contained"
              loading={isSaving}
              aria-keyshortcuts="Control+S"
            >
              {saveText ?? (isNew ? t('forms.create') : t('forms.save'))}
            </ActionButton>
          </Box>
        </Box>
      }
    />
  )
}

type ErrorSummaryProps = {
  problems: readonly FormProblem[]
  /** Increases with each refusal, so that the summary is announced again. */
  refusals: number
  getLabel: (field: string) => string
}

/** The problems that prevent saving, each a link to its field. It takes the focus when saving was refused. */
function ErrorSummary({ problems, refusals, getLabel }: ErrorSummaryProps) {
  const { t } = useTranslation()
  const { seek } = useFieldFocus()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  if (problems.length === 0) return null
  return (
    <Box ref={box} tabIndex={-1} role="alert" sx={{ scrollMarginTop: 92 }}>
      <Panel tone="danger">
        <Typography variant="h2">{t('forms.problems', { count: problems.length })}</Typography>
        <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
          {problems.map(({ field, text }) => (
            <li key={field}>
              <MuiLink
                component="button"
                type="button"
                onClick={() => seek(field)}
                sx={{ minHeight: 44, font: 'inherit', textAlign: 'start', verticalAlign: 'baseline' }}
              >
                {t('forms.problem', { field: getLabel(field), problem: text })}
              </MuiLink>
            </li>
          ))}
        </Box>
      </Panel>
    </Box>
  )
}

/** Shown while a record loads. A missing record redirects to /home, like every load that ends in 404. */
export function RecordLoading() {
  const { t } = useTranslation()
  return <FullScreenLoading label={t('common.loading')} />
}
