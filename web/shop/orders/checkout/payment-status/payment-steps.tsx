import Box from '@mui/material/Box'
import type { Order } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SHORT_SCREEN } from '#web/kit/ui/hooks/short-screen.ts'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { TimeLeft } from './time-left.tsx'

type StepState = 'done' | 'current' | 'later'

type StepProps = {
  number: number
  text: string
  state: StepState
  deadlineAt?: string | null
}

function Step({ number, text, state, deadlineAt = null }: StepProps) {
  const isLater = state === 'later'
  return (
    <Box
      component="li"
      aria-current={state === 'current' ? 'step' : undefined}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.75,
        minHeight: 58,
        [SHORT_SCREEN]: { minHeight: 46, px: 1.25, typography: 'body2', fontWeight: 650, lineHeight: 1.25 },
        borderRadius: 1,
        bgcolor: isLater ? 'transparent' : 'background.paper',
        // A thicker border would move the text of the current step.
        boxShadow: theme =>
          state === 'current'
            ? `inset 0 0 0 2px ${theme.vars.palette.primary.main}`
            : `inset 0 0 0 1px ${theme.vars.palette.divider}`,
        color: isLater ? 'text.secondary' : 'text.primary',
        fontWeight: 650,
        textAlign: 'start',
      }}
    >
      <Box
        component="span"
        sx={{
          flex: 'none',
          width: 34,
          height: 34,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          [SHORT_SCREEN]: { width: 30, height: 30 },
          bgcolor: state === 'done' ? 'primary.main' : 'surface.mist',
          color: state === 'done' ? 'primary.contrastText' : 'inherit',
        }}
      >
        {state === 'done' ? <CheckIcon size={20} /> : number}
      </Box>
      <Box component="span" sx={{ flex: 1 }}>
        {text}
      </Box>
      {state === 'current' && deadlineAt !== null && <TimeLeft deadlineAt={deadlineAt} />}
    </Box>
  )
}

/** The three steps at the terminal, and the time left for the current one. */
export function PaymentSteps({ payment }: { payment: Order['payment'] }) {
  const { t } = useTranslation()
  const isThere = payment?.state === 'at_terminal'
  const deadlineAt = payment?.deadline_at ?? null
  return (
    <Box
      component="ol"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        width: '100%',
        maxWidth: 480,
        display: 'grid',
        gap: 1,
        [SHORT_SCREEN]: { gap: 0.75 },
      }}
    >
      <Step
        number={1}
        text={t(isThere ? 'pay.stepAmount' : 'pay.stepTurn')}
        state={isThere ? 'done' : 'current'}
        deadlineAt={deadlineAt}
      />
      <Step number={2} text={t('pay.stepCard')} state={isThere ? 'current' : 'later'} deadlineAt={deadlineAt} />
      <Step number={3} text={t('pay.stepReceipt')} state="later" />
    </Box>
  )
}
