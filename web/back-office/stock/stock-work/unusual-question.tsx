import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { unitText } from '#web/shop/catalogue/products/unit-text.ts'

type UnusualQuestionProps = {
  /** Each quantity as typed. */
  lines: readonly { name: string; unit: string; text: string }[]
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before quantities that are likely a slip of the finger. */
export function UnusualQuestion({ lines, onConfirm, onCancel }: UnusualQuestionProps) {
  const { t } = useTranslation()
  const named = lines.map(({ name, unit, text }) => `${name} ${text} ${unitText(unit, t)}`).join(', ')
  return (
    <ConfirmDialog
      open
      title={t('stock.unusualTitle')}
      text={t('stock.unusualText', { lines: named })}
      confirmText={t('stock.unusualYes')}
      cancelText={t('forms.keepEditing')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
