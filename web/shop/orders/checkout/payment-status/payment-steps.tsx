import type { Order } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { cx } from '#web/kit/ui/text.tsx'
import css from './payment-status.module.css'
import { TimeLeft } from './time-left.tsx'

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
