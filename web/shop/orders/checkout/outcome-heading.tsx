import type { StringCode } from '#domain/payments/attempt-states.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TerminalDrawing } from '#web/kit/ui/drawings/terminal-drawing.tsx'
import { CheckIcon, InfoIcon, WarningIcon } from '#web/kit/ui/icons.tsx'
import { useFocusOnMount } from '#web/kit/ui/use-focus-on-mount.ts'

const LOOKS = {
  good: { Icon: CheckIcon, ground: 'primary.main', ink: 'primary.contrastText' },
  neutral: { Icon: InfoIcon, ground: 'pill.attention', ink: 'pill.attentionInk' },
  bad: { Icon: WarningIcon, ground: 'error.main', ink: 'error.contrastText' },
} as const

const badge = {
  width: 64,
  height: 64,
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  border: 4,
  borderColor: 'background.default',
} as const

const lookOf = (outcome: StringCode) =>
  LOOKS[outcome === 'SUCCESS' ? 'good' : outcome === 'UNKNOWN' ? 'bad' : 'neutral']

type OutcomeHeadingProps = { outcome: StringCode; amount: string; isPreorder: boolean }

/** Shows at a glance and in one sentence whether the shopper was charged. */
export function OutcomeHeading({ outcome, amount, isPreorder }: OutcomeHeadingProps) {
  const { t } = useTranslation()
  const isKept = isPreorder && outcome === 'USER_CANCELLED'
  const start = useFocusOnMount<HTMLDivElement>()
  const { Icon, ground, ink } = lookOf(outcome)
  return (
    <Box
      ref={start}
      tabIndex={-1}
      sx={{ display: 'grid', justifyItems: 'center', gap: 1, textAlign: 'center', pt: { xs: 8, md: 3 } }}
    >
      <Box aria-hidden sx={{ position: 'relative', mb: 1 }}>
        {/* A paid purchase is followed by its receipt; any other outcome is about the terminal. */}
        {outcome !== 'SUCCESS' && <TerminalDrawing amount={amount} label={t('pay.toPay')} width={112} />}
        <Box
          sx={{
            ...(outcome !== 'SUCCESS' && { position: 'absolute', right: -8, bottom: 0 }),
            ...badge,
            bgcolor: ground,
            color: ink,
          }}
        >
          <Icon size={36} />
        </Box>
      </Box>
      {/* The page's hidden h1 has the same text. */}
      <Typography variant="h1" component="p">
        {t(`completed.outcome.${outcome}.title`)}
      </Typography>
      {outcome === 'SUCCESS' && (
        <Typography variant="amount" component="p">
          {amount}
        </Typography>
      )}
      <Typography sx={{ maxWidth: '40ch' }}>
        {isKept ? t('completed.preorderKept') : t(`completed.outcome.${outcome}.text`)}
      </Typography>
    </Box>
  )
}
