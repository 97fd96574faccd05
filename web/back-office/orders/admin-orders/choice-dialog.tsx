import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { ReasonChips } from '#web/back-office/kit/reason-chips.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { type Choice, ChoiceList } from '#web/kit/ui/inputs/choice-list.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

type ChoiceDialogProps<Value extends string> = {
  title: string
  lead: string
  choices: readonly Choice<Value>[]
  submitText: string
  /** Throws errors that the dialog shows. */
  onSubmit: (value: Value, reason: string) => Promise<void>
  onClose: () => void
}

/** One of several choices, with the consequence of each, and a reason. The dialog stays open until the choice was accepted. */
export function ChoiceDialog<Value extends string>(props: ChoiceDialogProps<Value>) {
  const { title, lead, choices, submitText, onSubmit, onClose } = props
  const { t } = useTranslation()
  const id = useId()
  const notifyFailure = useFailureNotice()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const [chosen, setChosen] = useState<Value>()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const submit = async () => {
    setTried(true)
    if (chosen === undefined || reason.trim() === '') return
    setBusy(true)
    try {
      await onSubmit(chosen, reason.trim())
      onClose()
    } catch (error) {
      setBusy(false)
      notifyFailure(error, 'choice-failed')
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>{lead}</DialogContentText>
          <ChoiceList label={title} choices={choices} chosen={chosen} onChange={setChosen} disabled={isBusy} />
          {isTried && chosen === undefined && (
            <Box role="alert" sx={{ color: 'error.main' }}>
              {t('form.requiredField')}
            </Box>
          )}
          <ReasonInput reason={reason} onChange={setReason} disabled={isBusy} showFault={isTried} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <ActionButton variant="contained" loading={isBusy} onClick={() => void submit()}>
          {submitText}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

const MAX_LENGTH = 500

type ReasonInputProps = {
  reason: string
  onChange: (reason: string) => void
  disabled: boolean
  /** The button was pressed without a reason. */
  showFault?: boolean
  /** Defaults to the label for a reason. */
  label?: string
  /** Frequent reasons, each chosen by one press. */
  common?: readonly string[]
}

/** The reason for the audit log. */
export function ReasonInput(props: ReasonInputProps) {
  const { reason, onChange, disabled, showFault = false, label, common = [] } = props
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <ReasonChips reason={reason} common={common} onChange={onChange} disabled={disabled} />
      <TextInput
        label={label ?? t('adminOrders.reason')}
        hint={t('adminOrders.reasonHint')}
        value={reason}
        onChange={onChange}
        autoComplete="off"
        required
        requiredText={t('form.requiredField')}
        maxLength={MAX_LENGTH}
        maxLengthText={t('form.maxLength', { count: MAX_LENGTH })}
        disabled={disabled}
        showFault={showFault}
      />
    </Box>
  )
}
