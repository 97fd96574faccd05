import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'

type ReasonChipsProps = {
  /** The text of the field that they fill in. */
  reason: string
  common: readonly string[]
  onChange: (reason: string) => void
  disabled: boolean
}

/** Frequent reasons, each chosen, or removed again, by one press. */
export function ReasonChips({ reason, common, onChange, disabled }: ReasonChipsProps) {
  const { t } = useTranslation()
  if (common.length === 0) return null
  return (
    <Box role="group" aria-label={t('stock.commonReasons')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 0.5 }}>
      {common.map(text => (
        <button
          type="button"
          key={text}
          className={CHOICE_CLASS}
          disabled={disabled}
          aria-pressed={reason === text}
          onClick={() => onChange(reason === text ? '' : text)}
        >
          {text}
        </button>
      ))}
    </Box>
  )
}
