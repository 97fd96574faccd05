import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { changeLabels, type FieldLabels } from './change-labels.ts'
import type { FieldChange } from './merge-values.ts'
import { type AuditedRecord, useOthersChange } from './use-others-change.ts'

type TakenNoteProps = FieldLabels & {
  taken: readonly FieldChange[]
  record: AuditedRecord
}

/** What another user changed during the editing; the changes of both are kept. */
export function TakenNote({ taken, record, ...words }: TakenNoteProps) {
  const { t } = useTranslation()
  const other = useOthersChange(record)
  const changes = taken
    .map(change => changeLabels(change, words, t))
    .map(({ label, mine, theirs }) => t('forms.takenChange', { field: label, before: mine, after: theirs }))
    .join('; ')
  return (
    <Panel tone="attention">
      <Box role="status" sx={{ overflowWrap: 'anywhere' }}>
        {other ? t('forms.takenBy', { email: other.email, changes }) : t('forms.taken', { changes })}
      </Box>
    </Panel>
  )
}
