import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { groupDigits, spellDigits } from '#domain/stores/door-code.ts'

// White on black whatever the theme: it shines at night without dazzling, and stands out in the sun.
const plate = {
  display: 'block',
  width: '100%',
  fontFamily: 'inherit',
  bgcolor: '#000',
  color: '#fff',
  borderRadius: 1,
  // Seen in Windows’ high contrast, where colours go.
  border: '1px solid transparent',
  pt: 3,
  pb: 2,
  px: 1,
  textAlign: 'center',
} as const

// For voices: on one line, or it would stick out of the plate.
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
  // One line; two where a reader spaces text more widely.
  whiteSpace: 'normal',
} as const

/** The digits, large. A voice reads them one by one; pressed, they fill the screen. */
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
