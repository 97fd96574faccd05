import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import { type FormEvent, useState } from 'react'
import { normaliseGtin } from '#domain/barcode.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'

type QuickCodeProps = {
  hint: string
  onCode: (code: string) => void
  /** Whether the field has text or the focus. */
  onTyping: (isTyping: boolean) => void
}

/** The number below the bars, typed on the picture itself. */
export function QuickCode({ hint, onCode, onTyping }: QuickCodeProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (normaliseGtin(text) === undefined) return
    onCode(text.replaceAll(/\s/g, ''))
    setText('')
    onTyping(false)
  }
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', gap: 1, width: '100%', maxWidth: 420, py: 0.5 }}>
      <InputBase
        value={text}
        onChange={event => setText(event.target.value)}
        onFocus={() => onTyping(true)}
        onBlur={() => onTyping(text !== '')}
        placeholder={t('scanner.quickCode')}
        inputProps={{ 'aria-label': hint, inputMode: 'numeric', autoComplete: 'off', enterKeyHint: 'done' }}
        sx={{
          flex: 1,
          minWidth: 0,
          borderRadius: 1,
          bgcolor: '#fff',
          color: '#16241a',
          // The field itself is the touch target, not the frame around it.
          '& input': { height: 44, boxSizing: 'border-box', py: 0, px: 1.5 },
          '& input::placeholder': { color: '#4b5a50', opacity: 1 },
        }}
      />
      {/* A disabled button would be dark on the dark picture. */}
      {normaliseGtin(text) !== undefined && (
        <SecondaryButton look="leaf" small type="submit">
          {t('scanner.manualAdd')}
        </SecondaryButton>
      )}
    </Box>
  )
}
