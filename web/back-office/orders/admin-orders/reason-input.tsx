import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'

const LONGEST = 500

interface ReasonInputProps {
  reason: string
  onChange: (reason: string) => void
  disabled: boolean
  /** Defaults to the label for a reason. */
  label?: string
}

/** The reason for the audit log. */
export function ReasonInput({ reason, onChange, disabled, label }: ReasonInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={label ?? t('adminOrders.reason')}
      hint={t('adminOrders.reasonHint')}
      value={reason}
      onChange={onChange}
      autoComplete="off"
      required
      requiredText={t('form.requiredField')}
      maxLength={LONGEST}
      maxLengthText={t('form.maxLength', { count: LONGEST })}
      disabled={disabled}
    />
  )
}
