import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { groupDigits, spellDigits } from '#domain/stores/door-code.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

// White on black in any theme: readable at night without dazzling, and in the sun.
const plate = {
  display: 'block',
  width: '100%',
  fontFamily: 'inherit',
  bgcolor: '#000',
  color: '#fff',
  borderRadius: 1,
  // Visible in Windows’ high contrast mode, which removes colours.
  border: '1px solid transparent',
  pt: 3,
  pb: 2,
  px: 1,
  textAlign: 'center',
} as const

// For screen readers: on one line, since it would otherwise overflow the plate.
const spelt = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

const digits = {
  display: 'block',
  // Ten characters at most; the plate and its margins leave nine tenths of a phone's width.
  fontSize: 'clamp(2.5rem, 14.5vw, 5.5rem)',
  fontWeight: 700,
  lineHeight: 1.1,
  letterSpacing: '0.02em',
  fontVariantNumeric: 'tabular-nums',
  // One line; two if the reader uses wider text spacing.
  whiteSpace: 'normal',
} as const

/** The digits, large. A screen reader reads them one by one; a press fills the screen with them. */
export function CodePlate({ code, onEnlarge }: { code: string; onEnlarge: () => void }) {
  const { t } = useTranslation()
  return (
    <ButtonBase disableRipple aria-haspopup="dialog" onClick={onEnlarge} sx={plate}>
      <Box component="span" aria-hidden="true" sx={digits}>
        {groupDigits(code)}
      </Box>
      <Box component="span" sx={spelt}>
        {`${spellDigits(code)}. `}
      </Box>
      <Box component="span" sx={{ typography: 'body1', textDecoration: 'underline', textUnderlineOffset: '0.2em' }}>
        {t('door.enlarge')}
      </Box>
    </ButtonBase>
  )
}

/** The remaining time, visible and readable on demand; screen readers don't announce each change. */
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
