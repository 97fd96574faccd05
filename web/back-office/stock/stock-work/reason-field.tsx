import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

type ReasonFieldProps = {
  reason: string
  /** Frequent reasons, each chosen by one press. */
  common: readonly string[]
  required: boolean
  disabled: boolean
  error: string | undefined
  onChange: (reason: string) => void
}

const LONGEST = 500

/** The reason for waste or a correction. */
export function ReasonField({ reason, common, required, disabled, error, onChange }: ReasonFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  // The submit button at the bottom of a phone would cover the field.
  useEffect(() => {
    if (error === undefined) return
    input.current?.focus({ preventScroll: true })
    input.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {common.length > 0 && (
        <Box
          role="group"
          aria-label={t('stock.commonReasons')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 0.5 }}
        >
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
      )}
      <TextInput
        label={required ? t('stock.reason') : t('stock.note')}
        value={reason}
        onChange={onChange}
        autoComplete="off"
        required={required}
        requiredText={t('form.requiredField')}
        maxLength={LONGEST}
        maxLengthText={t('form.maxLength', { count: LONGEST })}
        disabled={disabled}
        error={error}
        inputRef={input}
      />
    </Box>
  )
}
