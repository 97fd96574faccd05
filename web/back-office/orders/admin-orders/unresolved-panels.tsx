import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type AdminOrder } from '#contract/orders/admin-orders.ts'
import { type OrderRefunds, type Refund, refunds as refundsApi } from '#contract/payments/refunds.ts'
import { type UnresolvedPayment, unresolvedPayments } from '#contract/payments/unresolved-payments.ts'
import type { ManualOutcome } from '#domain/payments/manual-outcome.ts'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { adviceText, hasFailedLater, refundMatter } from './order-labels.ts'
import { TitledPanel } from './titled-panel.tsx'

const REFUND_OUTCOMES = ['refunded', 'not_refunded'] as const
/** Of a refund that failed after it was done. */
const FAILED_OUTCOMES = ['refunded_by_hand', 'refunded'] as const

type DecideRefundDialogProps = {
  refund: Refund
  onClose: () => void
}

/** An admin records the outcome of a refund with an unknown outcome. */
function DecideRefundDialog({ refund, onClose }: DecideRefundDialogProps) {
  const { t } = useTranslation()
  return (
    <DecideDialog
      title={t('adminOrders.decide.refundTitle', { amount: eurosText(refund.amount) })}
      outcomes={hasFailedLater(refund) ? FAILED_OUTCOMES : REFUND_OUTCOMES}
      isFailed={hasFailedLater(refund)}
      send={(outcome, reason) =>
        callApi(refundsApi.decide, { params: { id: String(refund.id) }, body: { outcome, reason } })
      }
      onClose={onClose}
    />
  )
}

type DecidePaymentDialogProps = {
  payment: UnresolvedPayment
  onClose: () => void
}

/** An admin records the outcome of a payment for which neither terminal nor app reports one. */
function DecidePaymentDialog({ payment, onClose }: DecidePaymentDialogProps) {
  const { t } = useTranslation()
  return (
    <DecideDialog
      title={t('adminOrders.decide.paymentTitle', { amount: eurosText(payment.amount) })}
      outcomes={payment.outcomes}
      send={(outcome, reason) =>
        callApi(unresolvedPayments.decide, { params: { id: String(payment.id) }, body: { outcome, reason } })
      }
      onClose={onClose}
    />
  )
}

type PanelTexts = {
  title: string
  advice: string
  /** The section of the guide about it. */
  guide: 'a-payment-in-doubt' | 'a-refund-in-doubt' | 'a-refund-that-failed-later'
  onDecide?: (() => void) | undefined
}

function AdvicePanel({ title, advice, guide, onDecide }: PanelTexts) {
  const { t } = useTranslation()
  return (
    <TitledPanel title={title} tone="attention">
      <Box sx={{ maxWidth: '75ch' }}>{advice}</Box>
      <Box sx={{ mt: 1 }}>
        <GuideLink page="orders" at={guide}>
          {t(guide === 'a-refund-that-failed-later' ? 'guide.failedRefund' : 'guide.doubt')}
        </GuideLink>
      </Box>
      {onDecide && (
        <Button variant="contained" sx={{ mt: 1.5 }} onClick={onDecide}>
          {t('adminOrders.decide.open')}
        </Button>
      )}
    </TitledPanel>
  )
}

type UnresolvedPanelsProps = {
  order: AdminOrder
  refunds: OrderRefunds | undefined
}

/** What of an order needs an admin, what to do about it, and where to record the outcome. */
export function UnresolvedPanels({ order, refunds }: UnresolvedPanelsProps) {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<'payment' | 'refund'>()
  const payment = order.unresolved
  const refund = refunds?.refunds.find(each => each.state === 'UNRESOLVED' || hasFailedLater(each))
  const close = () => setRequested(undefined)
  // For money that is refunded automatically, the admin decides on the refund, not the payment.
  const isAboutRefund = payment?.advice === 'decide_refund'
  return (
    <>
      {payment && !isAboutRefund && (
        <AdvicePanel
          title={t('adminOrders.doubtfulPayment', { amount: eurosText(payment.amount), id: order.id })}
          advice={adviceText(payment.advice, payment.app, t)}
          guide="a-payment-in-doubt"
          onDecide={payment.outcomes.length > 0 ? () => setRequested('payment') : undefined}
        />
      )}
      {refund && (
        <AdvicePanel
          {...refundMatter(refund, t)}
          guide={hasFailedLater(refund) ? 'a-refund-that-failed-later' : 'a-refund-in-doubt'}
          onDecide={() => setRequested('refund')}
        />
      )}
      {requested === 'payment' && payment && <DecidePaymentDialog payment={payment} onClose={close} />}
      {requested === 'refund' && refund && <DecideRefundDialog refund={refund} onClose={close} />}
    </>
  )
}

type DecidedOutcome = ManualOutcome | 'refunded' | 'not_refunded'

type DecideDialogProps<Outcome> = {
  title: string
  outcomes: readonly Outcome[]
  /** A refund that its service reported as failed: nothing is asked again. */
  isFailed?: boolean
  /** Rejects like callApi. */
  send: (outcome: Outcome, reason: string) => Promise<unknown>
  onClose: () => void
}

/** An admin records the outcome of money for which no terminal reports one. */
function DecideDialog<Outcome extends DecidedOutcome>({
  title,
  outcomes,
  isFailed: hasFailed,
  send,
  onClose,
}: DecideDialogProps<Outcome>) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const outcomeLabels = (outcome: DecidedOutcome) => ({
    label: t(`adminOrders.decide.outcomes.${outcome}`),
    text:
      hasFailed && (outcome === 'refunded' || outcome === 'refunded_by_hand')
        ? t(`adminOrders.failure.consequences.${outcome}`)
        : t(`adminOrders.decide.consequences.${outcome}`),
  })
  const decide = async (outcome: Outcome, reason: string) => {
    try {
      await send(outcome, reason)
    } finally {
      await awaitReload()
    }
    notify({ id: 'decided', severity: 'success', text: t('adminOrders.decide.saved') })
  }
  return (
    <ChoiceDialog
      title={title}
      lead={hasFailed ? t('adminOrders.failure.lead') : t('adminOrders.decide.question')}
      choices={outcomes.map(outcome => ({ value: outcome, ...outcomeLabels(outcome) }))}
      submitText={t('adminOrders.decide.submit')}
      onSubmit={decide}
      onClose={onClose}
    />
  )
}
