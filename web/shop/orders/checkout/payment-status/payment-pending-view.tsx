import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Order, orders } from '#contract/orders/orders.ts'
import { orderMark } from '#domain/orders/order-number.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { reloaded } from '#web/kit/api/touched-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TerminalDrawing } from '#web/kit/ui/drawings/terminal-drawing.tsx'
import { SHORT_SCREEN } from '#web/kit/ui/hooks/short-screen.ts'
import { useFocusOnMount } from '#web/kit/ui/hooks/use-focus-on-mount.ts'
import { useWakeLock } from '#web/kit/ui/hooks/use-wake-lock.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { formatMoney } from '#web/kit/ui/money-format.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { totalCents } from '#web/shop/orders/checkout/order-cents.ts'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { AbortButton } from './cancel-button.tsx'
import { LongWait } from './long-wait.tsx'
import { PaymentSteps } from './payment-steps.tsx'
import { useFailureNotice } from './use-failure-notice.ts'

/** The texts above and below the terminal in the payment-pending view. */
function usePaymentLabels(order: Order | undefined, isOffline: boolean): { title: string; text?: string } {
  const { t } = useTranslation()
  // It may be paid by now: the shopper isn't sent to the terminal before the order is loaded.
  if (!order) return { title: t('pay.checking'), ...(isOffline && { text: t('pay.reconnecting') }) }
  const { payment } = order
  if (isOffline) return { title: t('pay.title'), text: t('pay.reconnecting') }
  if (payment?.state === 'asking') return { title: t('pay.checking'), text: t('pay.asking') }
  if (payment?.state !== 'queued') return { title: t('pay.title') }
  const before = (payment.place_in_line ?? 1) - 1
  return { title: t('pay.queuedTitle'), text: before > 0 ? t('pay.queued', { count: before }) : t('pay.queuedNext') }
}

/** Asks the terminal to stop. Only the order shows whether it did: the card may have been quicker. */
function useAbortPayment() {
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => callApi(orders.abortPayment),
    onError: error => {
      if (!hasCode(error, 'order.noAttempt')) showFailure(error, { hasStatus: true })
    },
    onSettled: reloaded,
  })
}

type PaymentPendingViewProps = {
  /** Undefined while the order could not be fetched. */
  order: Order | undefined
  isOffline: boolean
  /** Called when the shopper no longer waits for the outcome. */
  onLeft: (order: Order) => Promise<void>
}

const frame = {
  minHeight: '100dvh',
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1.75,
  pt: 'calc(max(12px, env(safe-area-inset-top)) + var(--notices-height, 0px))',
  pb: 'max(20px, env(safe-area-inset-bottom))',
  px: 2,
  textAlign: 'center',
  [SHORT_SCREEN]: { gap: 1, pt: 'calc(max(6px, env(safe-area-inset-top)) + var(--notices-height, 0px))' },
} as const

// Cancel is at the top, small, and not where Pay was: an impatient second tap must not hit it. It keeps its place when the
// terminal's name appears: the name wraps to another line beside it.
const headLook = {
  width: '100%',
  maxWidth: 480,
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 1,
} as const

const placeLook = {
  minWidth: 0,
  overflowWrap: 'anywhere',
  px: 2,
  py: 0.75,
  borderRadius: 1,
  textWrap: 'balance',
  bgcolor: 'background.paper',
  fontWeight: 600,
  [SHORT_SCREEN]: { px: 1.5, py: 0.25, typography: 'body2', fontWeight: 600 },
} as const

const amountLook = { fontSize: '2.5rem', [SHORT_SCREEN]: { fontSize: '1.875rem', mt: -0.75 } } as const

const terminalLook = {
  '& svg': { width: 'auto', height: 'clamp(120px, 22dvh, 230px)' },
  [SHORT_SCREEN]: { '& svg': { height: 88 } },
} as const

const quiet = { maxWidth: '40ch', color: 'text.secondary', [SHORT_SCREEN]: { typography: 'body2' } } as const

/** The amount, large; and the terminal: with a card held to it, or with the shopper's place in the queue. */
function AmountAndTerminal({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { payment } = order
  const amount = formatMoney(totalCents(order))
  const shown =
    payment?.state === 'queued'
      ? { amount: String(payment.place_in_line ?? 1), label: t('pay.placeInLine'), hasCard: false }
      : { amount, label: t('pay.toPay'), hasCard: payment?.state === 'at_terminal' }
  return (
    <>
      <Typography variant="amount" component="p" sx={amountLook}>
        {amount}
      </Typography>
      <Box sx={terminalLook}>
        <TerminalDrawing {...shown} />
      </Box>
    </>
  )
}

/** The terminal's place, what to do there, and that looking away loses nothing. */
export function PaymentPendingView({ order, isOffline, onLeft }: PaymentPendingViewProps) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  useWakeLock(true)
  const heading = useFocusOnMount<HTMLHeadingElement>()
  const store = useStores().data?.find(({ id }) => id === order?.store.id)
  const abort = useAbortPayment()
  const isAborting = abort.isPending || order?.payment?.abort_requested === true
  const { title, text } = usePaymentLabels(order, isOffline)
  const place = [order?.store.name, order?.payment?.terminal_name].filter(Boolean).join('\u00a0· ')
  useEffect(() => {
    document.title = `${title} · Puoti`
  }, [title])
  useEffect(() => {
    if (text !== undefined) announce(text)
  }, [text, announce])
  return (
    <Box
      component="main"
      sx={[
        frame,
        !order && { justifyContent: 'center' },
        ({ vars: { palette } }) => ({
          background: `linear-gradient(${palette.surface.mist}, ${palette.background.default} 60%)`,
        }),
      ]}
    >
      {order && (
        <Box sx={headLook}>
          <Box sx={placeLook}>{place}</Box>
          <AbortButton isAborting={isAborting} onAbort={() => abort.mutate()} />
        </Box>
      )}
      {store?.test_payment && <StatusPill tone="attention">{t('pay.testMode')}</StatusPill>}
      <Typography variant="h1" tabIndex={-1} ref={heading}>
        {title}
      </Typography>
      {order ? <AmountAndTerminal order={order} /> : <CircularProgress aria-label={t('common.loading')} />}
      {text !== undefined && <Typography sx={{ maxWidth: '36ch', fontWeight: 600 }}>{text}</Typography>}
      {isAborting && <Typography role="status">{t('pay.aborting')}</Typography>}
      <LongWait order={order} isOffline={isOffline} onLeft={onLeft} />
      {order && order.payment?.state !== 'asking' && <PaymentSteps payment={order.payment} />}
      {order?.payment?.state === 'at_terminal' && (
        <Typography sx={quiet}>{t('pay.orderMark', { digits: orderMark(order.id) })}</Typography>
      )}
      <Typography sx={quiet}>{t('pay.safe')}</Typography>
    </Box>
  )
}
