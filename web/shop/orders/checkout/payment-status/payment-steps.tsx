import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { tabStorage } from '#web/kit/api/browser-storage.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { Spinner } from '#web/kit/ui/loading.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { PAY_KEY } from '#web/shop/orders/checkout/use-pay.ts'
import css from './payment-status.module.css'

type StepState = 'done' | 'current' | 'later'

type StepProps = {
  number: number
  text: string
  state: StepState
  deadlineAt?: string | null
}

function PaymentStep({ number, text, state, deadlineAt = null }: StepProps) {
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className={joinClasses(css.step, css[state])}>
      <span className={css.stepNumber}>{state === 'done' ? <CheckIcon size={20} /> : number}</span>
      <span className={css.stepText}>{text}</span>
      {state === 'current' && deadlineAt !== null && <RemainingTime deadlineAt={deadlineAt} />}
    </li>
  )
}

/** The three steps at the terminal, and the time left for the current one. */
export function PaymentSteps({ payment }: { payment: Order['payment'] }) {
  const { t } = useTranslation()
  const isThere = payment?.state === 'at_terminal'
  const deadlineAt = payment?.deadline_at ?? null
  return (
    <ol className={css.steps}>
      <PaymentStep
        number={1}
        text={t(isThere ? 'pay.stepAmount' : 'pay.stepTurn')}
        state={isThere ? 'done' : 'current'}
        deadlineAt={deadlineAt}
      />
      <PaymentStep number={2} text={t('pay.stepCard')} state={isThere ? 'current' : 'later'} deadlineAt={deadlineAt} />
      <PaymentStep number={3} text={t('pay.stepReceipt')} state="later" />
    </ol>
  )
}

const TICK_MS = 500

/** Minutes and seconds until an instant, such as 1:42; null when it has passed. */
export function formatRemainingTime(deadlineAt: string, nowMs: number): string | null {
  const seconds = Math.ceil((Date.parse(deadlineAt) - nowMs) / 1000)
  return seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : null
}

/** A visible countdown; screen readers can read it, but don't announce each change. */
function RemainingTime({ deadlineAt }: { deadlineAt: string }) {
  const { t } = useTranslation()
  const [nowMs, setNowMs] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const time = formatRemainingTime(deadlineAt, nowMs)
  if (time === null) return null
  return (
    <span role="timer" aria-live="off" aria-label={t('pay.timeLeft', { time })} className={css.timeLeft}>
      {time}
    </span>
  )
}

const OPENED_APP_KEY = 'opened-app'

const { Part: QrCode } = lazyPart(async () => (await import('#web/kit/qr/qr-code.tsx')).QrCode)

/** A computer, which has no payment app: the shopper's phone reads a code from its screen. */
const isComputer = () => matchMedia('(hover: hover) and (pointer: fine)').matches

/** Opens the app by itself once, in the tab in which the shopper pressed Pay; not again when the shopper comes back. */
function useOpenedApp(link: string | null) {
  const isAsking = useIsMutating({ mutationKey: PAY_KEY }) > 0
  useEffect(() => {
    if (link === null || !isAsking || tabStorage.read(OPENED_APP_KEY) === link) return
    tabStorage.write(OPENED_APP_KEY, link)
    location.assign(link)
  }, [link, isAsking])
}

type WayToAppProps = { app: string; link: string; isElsewhere: boolean; onOpenElsewhere: () => void }

/** The way to the app: by its link on this phone, or by a code that another phone reads. */
function WayToApp({ app, link, isElsewhere, onOpenElsewhere }: WayToAppProps) {
  const { t } = useTranslation()
  return (
    <>
      {isElsewhere && (
        <div className={css.qrCode}>
          <QrCode text={link} label={t('pay.qrCode', { app })} waiting={<Spinner label={t('common.loading')} />} />
        </div>
      )}
      <PrimaryButton component="a" href={link}>
        {t('pay.openApp', { app })}
      </PrimaryButton>
      {!isElsewhere && (
        <SecondaryButton shape="quiet" onClick={onOpenElsewhere}>
          {t('pay.otherPhone')}
        </SecondaryButton>
      )}
    </>
  )
}

/** What to do in the app, the way there, and the time that is left. */
export function PhonePayment({ payment }: { payment: NonNullable<Order['payment']> }) {
  const { t } = useTranslation()
  const { app_link: link, deadline_at: deadlineAt, state } = payment
  const app = payment.app ?? ''
  const [isElsewhere, setElsewhere] = useState(isComputer)
  useOpenedApp(state === 'at_terminal' && !isComputer() ? link : null)
  if (state === 'asking') return null
  return (
    <div className={css.column}>
      <Text>{t(isElsewhere ? 'pay.phoneScan' : 'pay.phoneText', { app })}</Text>
      {link === null ? (
        <Spinner label={t('common.loading')} />
      ) : (
        <WayToApp app={app} link={link} isElsewhere={isElsewhere} onOpenElsewhere={() => setElsewhere(true)} />
      )}
      {deadlineAt !== null && <RemainingTime deadlineAt={deadlineAt} />}
    </div>
  )
}
