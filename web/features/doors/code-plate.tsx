import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { groupDigits, spellDigits } from '#domain/door-code.ts'

const visuallyHidden = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }

// White on black whatever the theme: it shines at night without dazzling, and stands out in the sun.
const plate = {
  bgcolor: '#000',
  color: '#fff',
  borderRadius: 2,
  // Seen in Windows’ high contrast, where colours go.
  border: '1px solid transparent',
  py: 3,
  px: 1,
  textAlign: 'center',
  fontSize: 'clamp(3.25rem, 17vw, 6.5rem)',
  fontWeight: 700,
  lineHeight: 1.1,
  letterSpacing: '0.02em',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  userSelect: 'all',
} as const

/** The digits, as large as the screen lets them be. A voice reads them one by one. */
export function CodePlate({ code }: { code: string }) {
  return (
    <Box sx={plate}>
      <span aria-hidden="true">{groupDigits(code)}</span>
      <Box component="span" sx={visuallyHidden}>
        {spellDigits(code)}
      </Box>
    </Box>
  )
}

/** How long it still works: for the eye, and for who asks; nobody hears it tick. */
export function CodeTime({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation()
  return (
    <Box
      role="timer"
      aria-live="off"
      sx={{ textAlign: 'center', typography: 'h3', fontVariantNumeric: 'tabular-nums' }}
    >
      {t('door.timeLeft', { minutes: Math.floor(secondsLeft / 60), seconds: secondsLeft % 60 })}
    </Box>
  )
}
