import { useEffect, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { cx } from '#web/kit/ui/text.tsx'
import css from './payment-status.module.css'

type StepState = 'done' | 'current' | 'later'

type StepProps = {
  number: number
  text: string
  state: StepState
  deadlineAt?: string | null
}

function Step({ number, text, state, deadlineAt = null }: StepProps) {
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className={cx(css.step, css[state])}>
      <span className={css.stepNumber}>{state === 'done' ? <CheckIcon size={20} /> : number}</span>
      <span className={css.stepText}>{text}</span>
      {state === 'current' && deadlineAt !== null && <TimeLeft deadlineAt={deadlineAt} />}
    </li>
  )
}

/** The three steps at the terminal, and the time left for the current one. */
export function PaymentSteps({ payment }: { payment: Order['payment'] }) {
  const { t } = useTranslation()
  const isThere = payment?.state === 'at_terminal'
  const deadlineAt = payment?.deadline_at ?? null
  return (
    <ol className={css.paymentStepsStep}>
      <Step
        number={1}
        text={t(isThere ? 'pay.stepAmount' : 'pay.stepTurn')}
        state={isThere ? 'done' : 'current'}
        deadlineAt={deadlineAt}
      />
      <Step number={2} text={t('pay.stepCard')} state={isThere ? 'current' : 'later'} deadlineAt={deadlineAt} />
      <Step number={3} text={t('pay.stepReceipt')} state="later" />
    </ol>
  )
}

const TICK_MS = 500

/** Minutes and seconds until an instant, such as 1:42; null when it has passed. */
export function timeLeft(deadlineAt: string, nowMs: number): string | null {
  const seconds = Math.ceil((Date.parse(deadlineAt) - nowMs) / 1000)
  return seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : null
}

/** A visible countdown; screen readers can read it, but don't announce each change. */
export function TimeLeft({ deadlineAt }: { deadlineAt: string }) {
  const { t } = useTranslation()
  const [nowMs, setNowMs] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const time = timeLeft(deadlineAt, nowMs)
  if (time === null) return null
  return (
    <span role="timer" aria-live="off" aria-label={t('pay.timeLeft', { time })} className={css.timeLeftTime}>
      {time}
    </span>
  )
}
