import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Order, orders } from '#contract/orders/orders.ts'
import { shortOrderNumber } from '#domain/payments/reference-number.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { TerminalDrawing } from '#web/kit/ui/drawings/terminal-drawing.tsx'
import { useFocusOnMount } from '#web/kit/ui/hooks/focus.ts'
import { guardedLook, useTapGuard } from '#web/kit/ui/hooks/use-tap-guard.ts'
import { useWakeLock } from '#web/kit/ui/hooks/use-wake-lock.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { Spinner } from '#web/kit/ui/loading.tsx'
import { formatMoney } from '#web/kit/ui/money.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { totalCents } from '#web/shop/orders/checkout/order-cents.ts'
import { Help } from '#web/shop/stores/help/help-part.ts'
import { TestPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { LongWait } from './long-wait.tsx'
import css from './payment-status.module.css'
import { PaymentSteps, PhonePayment } from './payment-steps.tsx'
import { useFailureNotice } from './use-payment-failure-notice.ts'

/** The texts above and below the terminal in the payment-pending view. */
function usePaymentLabels(order: Order | undefined, isOffline: boolean): { title: string; text?: string } {
  const { t } = useTranslation()
  // It may be paid by now: the shopper isn't sent to the terminal before the order is loaded.
  if (!order) return { title: t('pay.checking'), ...(isOffline && { text: t('pay.reconnecting') }) }
  const { payment } = order
  const isPhone = payment?.method === 'phone'
  const app = payment?.app ?? ''
  const title = isPhone ? t('pay.phoneTitle', { app }) : t('pay.title')
  if (isOffline) return { title, text: t(isPhone ? 'pay.phoneReconnecting' : 'pay.reconnecting') }
  if (payment?.state === 'asking')
    return { title: t('pay.checking'), text: isPhone ? t('pay.phoneAsking', { app }) : t('pay.asking') }
  if (payment?.state !== 'queued') return { title }
  const before = (payment.queue_position ?? 1) - 1
  return { title: t('pay.queuedTitle'), text: before > 0 ? t('pay.queued', { waiting: before }) : t('pay.queuedNext') }
}

/** Asks the terminal to stop. Only the order shows whether it did: the card may have been quicker. */
function useAbortPayment() {
  const notifyFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => callApi(orders.abortPayment),
    onError: error => {
      if (!hasCode(error, 'order.noAttempt')) notifyFailure(error, { hasStatus: true })
    },
    onSettled: awaitReload,
  })
}

type PaymentPendingViewProps = {
  /** Undefined while the order could not be fetched. */
  order: Order | undefined
  /** The order as this browser stored it, until it could be fetched: its payment may have ended since. */
  remembered?: Order | undefined
  isOffline: boolean
  /** Called when the shopper no longer waits for the outcome. */
  onAbandoned: (order: Order) => Promise<void>
}

// Cancel is at the top, small, and not where Pay was: an impatient second tap must not hit it. It keeps its place when the
// terminal's name appears: the name wraps to another line beside it.

/** The amount, large; and the terminal: with a card held to it, or with the shopper's place in the queue. */
function AmountAndTerminal({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { payment } = order
  const amount = formatMoney(totalCents(order))
  const shown =
    payment?.state === 'queued'
      ? { amount: String(payment.queue_position ?? 1), label: t('pay.queuePosition'), hasCard: false }
      : { amount, label: t('pay.toPay'), hasCard: payment?.state === 'at_terminal' }
  return (
    <>
      <Text variant="amount" as="p" className={css.amount}>
        {amount}
      </Text>
      {payment?.method !== 'phone' && (
        <div className={css.terminal}>
          <TerminalDrawing {...shown} />
        </div>
      )}
    </>
  )
}

/** The amount without the terminal: the payment may have ended. */
const RememberedAmount = ({ order }: { order: Order }) => (
  <Text variant="amount" as="p" className={css.amount}>
    {formatMoney(totalCents(order))}
  </Text>
)

const placeName = ({ store, payment }: Order) => [store.name, payment?.terminal_name].filter(Boolean).join('\u00a0· ')

/** Which payment at a terminal is the shopper's own. */
function OrderMark({ order }: { order: Order | undefined }) {
  const { t } = useTranslation()
  if (order?.payment?.state !== 'at_terminal' || order.payment.method === 'phone') return null
  return <Text className={css.quiet}>{t('pay.orderMark', { digits: shortOrderNumber(order.id) })}</Text>
}

/** The terminal's place, what to do there, and that looking away loses nothing. */
export function PaymentPendingView({ order, remembered, isOffline, onAbandoned: onLeft }: PaymentPendingViewProps) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  useWakeLock(true)
  const heading = useFocusOnMount<HTMLHeadingElement>()
  const shownOrder = order ?? remembered
  const store = useStores().data?.find(({ id }) => id === shownOrder?.store.id)
  const abort = useAbortPayment()
  const isPhone = shownOrder?.payment?.method === 'phone'
  const isAborting = abort.isPending || order?.payment?.abort_requested === true
  const { title, text } = usePaymentLabels(order, isOffline)
  useEffect(() => {
    document.title = `${title} · Puoti`
  }, [title])
  useEffect(() => {
    if (text !== undefined) announce(text)
  }, [text, announce])
  return (
    <main className={joinClasses(css.frame, !order && css.frameOfNothing)}>
      {shownOrder && (
        <div className={css.head}>
          <div className={css.place}>{placeName(shownOrder)}</div>
          {order && (
            <AbortButton
              app={isPhone ? (order.payment?.app ?? '') : null}
              isAborting={isAborting}
              onAbort={() => abort.mutate()}
            />
          )}
        </div>
      )}
      <TestPill store={store} />
      <Text variant="h1" tabIndex={-1} ref={heading}>
        {title}
      </Text>
      {remembered && <RememberedAmount order={remembered} />}
      {order ? <AmountAndTerminal order={order} /> : <Spinner label={t('common.loading')} />}
      {text !== undefined && <Text className={css.text}>{text}</Text>}
      {isAborting && <Text role="status">{t('pay.aborting')}</Text>}
      <LongWait order={order} isOffline={isOffline} onAbandoned={onLeft} />
      {order?.payment && isPhone && <PhonePayment payment={order.payment} />}
      {order && !isPhone && order.payment?.state !== 'asking' && <PaymentSteps payment={order.payment} />}
      <OrderMark order={shownOrder} />
      <Text className={css.quiet}>{t(isPhone ? 'pay.phoneSafe' : 'pay.safe')}</Text>
      {shownOrder && <Help storeId={shownOrder.store.id} screen="paying" cents={totalCents(shownOrder)} />}
    </main>
  )
}

// How long an impatient second tap on Pay may take to come.
const GUARD_MS = 2000

type AbortButtonProps = {
  /** The name of the app; null at a terminal. */
  app: string | null
  isAborting: boolean
  onAbort: () => void
}

/** Cancels the payment, after a confirmation against accidental taps. */
export function AbortButton({ app, isAborting, onAbort }: AbortButtonProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const isGuarded = useTapGuard(GUARD_MS)
  const abort = () => {
    setConfirming(false)
    onAbort()
  }
  return (
    <div className={css.abort} style={guardedLook(isGuarded)}>
      <SecondaryButton
        shape="quiet"
        small
        loading={isAborting}
        aria-haspopup="dialog"
        onClick={() => setConfirming(true)}
      >
        {t('pay.abort')}
      </SecondaryButton>
      <ConfirmDialog
        open={isConfirming && !isAborting}
        title={t('pay.abortTitle')}
        text={app === null ? t('pay.abortText') : t('pay.phoneAbortText', { app })}
        confirmText={t('pay.abort')}
        cancelText={t('pay.abortKeep')}
        onConfirm={abort}
        onCancel={() => setConfirming(false)}
        danger
      />
    </div>
  )
}
