import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { dayText } from '#domain/format/day-text.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { vatClassName } from '#web/kit/i18n/vat-class-name.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { type VatChange, useVatChange, getVatFields } from './use-vat-change.ts'

function getTitle(change: VatChange, t: Translate): string {
  if (change.kind === 'class') return t('settings.vatAddClass')
  const name = vatClassName(change.vatClass.name, t)
  if (change.kind === 'rename') return t('settings.vatRenameOf', { name })
  if (change.kind === 'rate') return t('settings.vatAddTo', { name })
  return t('settings.vatCorrectOf', { day: dayText(change.rate.valid_from) })
}

const ACTION_TEXTS = {
  class: 'settings.vatAddClass',
  rename: 'settings.vatRename',
  rate: 'settings.vatAdd',
  correct: 'settings.vatCorrect',
} as const

type RateDialogProps = {
  change: VatChange
  onClose: () => void
}

/** Asks for the fields of a VAT change: a name, a day, a percentage. */
export function RateDialog({ change, onClose }: RateDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { field, submit, isBusy } = useVatChange(change, onClose)
  const fields = {
    name: (
      <TextInput
        key="name"
        label={t('settings.vatClassName')}
        required
        maxLength={60}
        autoComplete="off"
        {...field('name')}
      />
    ),
    day: <DateInput key="day" label={t('settings.vatDay')} required {...field('day')} />,
    vat: (
      <TextInput
        key="vat"
        label={t('settings.vatPercent')}
        required
        inputMode="decimal"
        autoComplete="off"
        {...field('vat')}
      />
    ),
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{getTitle(change, t)}</DialogTitle>
      <form noValidate onSubmit={submit}>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
          {change.kind === 'correct' && <Typography>{t('settings.vatCorrectLead')}</Typography>}
          {getVatFields(change).map(name => fields[name])}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <ActionButton type="submit" variant="contained" loading={isBusy}>
            {t(ACTION_TEXTS[change.kind])}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
