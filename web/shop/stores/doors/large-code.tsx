import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { groupDigits, spellDigits } from '#domain/stores/door-code.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CodeTime } from './code-plate.tsx'

const visuallyHidden = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }

// Black in both schemes: only the digits emit light. In high contrast mode the system’s colours apply.
const sheet = {
  bgcolor: '#000',
  color: '#fff',
  backgroundImage: 'none',
  borderRadius: 0,
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto auto',
  gap: 2,
  p: 2,
  pb: 'max(16px, env(safe-area-inset-bottom))',
} as const

// Portrait: a group of digits per line; landscape: all groups on one line.
const digits = (groups: number) =>
  ({
    m: 0,
    alignSelf: 'center',
    textAlign: 'center',
    fontWeight: 700,
    lineHeight: 1.05,
    fontVariantNumeric: 'tabular-nums',
    fontSize: `min(46vw, ${64 / groups}vh)`,
    '& > span': { display: 'block' },
    '@media (orientation: landscape)': {
      fontSize: `min(${groups > 2 ? 17 : 23}vw, 62vh)`,
      '& > span': { display: 'inline-block', mx: '0.1em' },
    },
  }) as const

type LargeCodeProps = {
  code: string
  secondsLeft: number
  onClose: () => void
}

/** Only the code, as large as the screen allows: readable at arm’s length in the dark. */
export function LargeCode({ code, secondsLeft, onClose }: LargeCodeProps) {
  const { t } = useTranslation()
  const groups = groupDigits(code).split(' ')
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t('door.titles.shown'), sx: sheet } }}
    >
      <Box component="p" sx={digits(groups.length)} onClick={onClose}>
        {groups.map((group, at) => (
          // The groups stay in their order, and may be equal.
          <span key={at} aria-hidden="true">
            {group}
          </span>
        ))}
        <Box component="span" sx={{ '&&': visuallyHidden }}>
          {spellDigits(code)}
        </Box>
      </Box>
      <CodeTime secondsLeft={secondsLeft} />
      <Button
        autoFocus
        fullWidth
        variant="outlined"
        onClick={onClose}
        sx={{ color: '#fff', '&&:focus-visible': { outlineColor: '#fff' } }}
      >
        {t('common.close')}
      </Button>
    </Dialog>
  )
}
