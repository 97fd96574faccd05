import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ChoiceList } from '#web/kit/ui/inputs/choice-list.tsx'
import type { Choose, FieldChange } from './merge-values.ts'
import { type AuditedRecord, changeLabels, type FieldLabels, useOthersChange } from './others-change.tsx'

type ConflictDialogProps = FieldLabels & {
  fields: readonly FieldChange[]
  record: AuditedRecord
  isSaving: boolean
  choose: (choose: Choose) => void
  close: () => void
}

type Side = 'mine' | 'theirs'

type FieldChoiceProps = {
  change: FieldChange
  words: FieldLabels
  chosen: Side | undefined
  onChoose: (side: Side) => void
}

function FieldChoice({ change, words, chosen, onChoose }: FieldChoiceProps) {
  const { t } = useTranslation()
  const { label, mine, theirs } = changeLabels(change, words, t)
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {label}
      </Typography>
      <ChoiceList
        label={label}
        chosen={chosen}
        onChange={onChoose}
        choices={[
          { value: 'mine', label: t('forms.mine'), text: mine },
          { value: 'theirs', label: t('forms.theirs'), text: theirs },
        ]}
      />
    </Box>
  )
}

/** Both users changed the same fields to different values: one is chosen for each. Everything else of both is kept. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, record, isSaving, choose, close, ...words } = props
  const { t } = useTranslation()
  const id = useId()
  const other = useOthersChange(record)
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const [isTried, setTried] = useState(false)
  const isMissing = fields.some(({ field }) => sides[field] === undefined)
  const save = () => {
    setTried(true)
    if (!isMissing) choose(field => sides[field] ?? 'mine')
  }
  return (
    <Dialog open onClose={close} aria-labelledby={`${id}-title`} fullWidth maxWidth="sm" place="near">
      <DialogTitle id={`${id}-title`}>{t('forms.conflictTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {other ? t('forms.conflictBy', other) : t('forms.conflictText')}
        </Typography>
        {fields.map(change => (
          <FieldChoice
            key={change.field}
            change={change}
            words={words}
            chosen={sides[change.field]}
            onChoose={side => setSides(before => ({ ...before, [change.field]: side }))}
          />
        ))}
        <Box role="alert" sx={{ color: 'error.main' }}>
          {isTried && isMissing && t('forms.chooseEach')}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t('forms.keepEditing')}</Button>
        <ActionButton variant="contained" onClick={save} loading={isSaving}>
          {t('forms.save')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
