import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { AdminOrder, OrderAttempt } from '#contract/orders/admin-orders.ts'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import { formatDate } from '#domain/format/date-format.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { SHOP_TIME_ZONE, shopTimeText } from '#domain/shop-date.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BackToList } from '#web/kit/lists/back-to-list.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { OrderSummary } from '#web/shop/orders/checkout/order-summary.tsx'
import { TestMark, VatTable } from '#web/shop/orders/receipts/receipt.tsx'
import { isRefundable, OrderActions } from './order-actions.tsx'
import { OrderHistory } from './order-history.tsx'
import { appValues, attemptStateText, progressText, progressTone, stepText, typeText } from './order-labels.ts'
import { adminOrderQuery, orderRefundsQuery, useLiveOrders } from './queries.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { findRefundLine, refundableCents, type RefundLine } from './refund-lines.tsx'
import { RefundList, CardSlips } from './refund-list.tsx'
import { type TimelineMoment, Timeline } from './timeline.tsx'
import { TitledPanel } from './titled-panel.tsx'
import { UnresolvedPanels } from './unresolved-panels.tsx'
import { WithdrawalPanel } from './withdrawal-panel.tsx'

const columnStyles = { display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 } as const

function OrderView({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const { data: refunds } = useQuery(orderRefundsQuery(String(order.id)))
  // Null: it starts with everything.
  const [start, setStart] = useState<RefundLine | null>()
  const canRefund = isRefundable(order, refunds)
  return (
    <Page
      title={t('adminOrders.orderTitle', { id: order.id })}
      width="wide"
      lead={
        <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <StatusPill tone={progressTone(order)}>{progressText(order, t)}</StatusPill>
          <TestMark receipt={order.receipt} />
          {`${order.store.name} · ${typeText(order, t)}`}
        </Box>
      }
      aside={<BackToList path={PATHS.orders}>{t('adminOrders.back')}</BackToList>}
    >
      <OrderActions order={order} canRefund={canRefund} onRefund={() => setStart(null)} />
      {refunds && start !== undefined && (
        <RefundDialog order={order} refunds={refunds} start={start ?? undefined} onClose={() => setStart(undefined)} />
      )}
      <UnresolvedPanels order={order} refunds={refunds} />
      <LatePayments attempts={order.attempts} />
      {order.withdrawal && <WithdrawalPanel order={order} withdrawal={order.withdrawal} />}
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Box sx={columnStyles}>
          <Panel component="section" aria-label={t('adminOrders.goods')}>
            <OrderSummary
              order={order}
              hasUnitPrices
              itemAction={canRefund ? renderRefund({ order, refunds, onRefund: setStart }) : undefined}
            />
          </Panel>
          {order.vat_by_rate.length > 0 && (
            <TitledPanel title={t('adminOrders.vat')}>
              <VatTable rates={order.vat_by_rate} />
            </TitledPanel>
          )}
          <OrderFacts order={order} />
        </Box>
        <Box sx={columnStyles}>
          <PaymentList attempts={order.attempts} />
          {refunds && (refunds.refunds.length > 0 || order.can_refund) && <RefundList refunds={refunds} />}
          <OrderHistory events={order.events} />
        </Box>
      </Box>
    </Page>
  )
}

type RefundOfItemProps = {
  order: AdminOrder
  refunds: OrderRefunds | undefined
  item: AdminOrder['order_items'][number]
  onRefund: (line: RefundLine) => void
}

/** The button of a line from which something can be refunded. */
function RefundOfItem({ order, refunds, item, onRefund }: RefundOfItemProps) {
  const { t } = useTranslation()
  const line = refunds && findRefundLine(order.order_items, item, refunds.lines)
  if (!line || refundableCents(line) <= 0) return null
  return (
    <Button
      variant="text"
      size="small"
      sx={{ display: 'block', ml: -1, py: 0 }}
      aria-label={`${t('adminOrders.refund.open')}: ${item.name}`}
      onClick={() => onRefund(line)}
    >
      {t('adminOrders.refund.open')}
    </Button>
  )
}

const renderRefund = (props: Omit<RefundOfItemProps, 'item'>) => (item: RefundOfItemProps['item']) => (
  <RefundOfItem {...props} item={item} />
)

/** One order: its lines, payments, refunds and actions. */
export function OrderPage() {
  const { id = '' } = useParams()
  const { data } = useQuery(adminOrderQuery(id))
  useLiveOrders()
  return data === undefined ? <RecordLoading /> : <OrderView key={id} order={data} />
}

/** The shopper, the times, the reference number and the terms of an order. */
function OrderFacts({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const { terms_version: terms } = order
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t('adminOrders.shopper'), order.customer.email],
    [t('adminOrders.reference'), formatReferenceNumber(order.reference_number)],
    [t('adminOrders.created'), shopTimeText(order.created_at)],
    [t('adminOrders.updated'), shopTimeText(order.updated_at)],
    [t('adminOrders.paid'), order.paid_at === null ? undefined : shopTimeText(order.paid_at)],
    [t('adminOrders.cancelled'), order.cancelled_at === null ? undefined : shopTimeText(order.cancelled_at)],
    [
      t('adminOrders.terms'),
      terms === null
        ? undefined
        : t('adminOrders.termsVersion', {
            id: terms.id,
            day: formatDate(new Date(terms.published_at), SHOP_TIME_ZONE),
          }),
    ],
  ]
  return (
    <TitledPanel title={t('adminOrders.facts')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
        {facts.map(
          ([label, value]) =>
            value !== undefined && (
              <Box
                key={label}
                sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}
              >
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {label}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
                  {value}
                </Box>
              </Box>
            ),
        )}
      </Box>
    </TitledPanel>
  )
}

/** How the outcome became known, if that is informative. */
function sourceText({ source, transaction_id: transaction }: OrderAttempt, t: Translate): string | undefined {
  const reporter =
    source === 'recovery' ? t('adminOrders.reportedLater') : source === 'admin' ? t('adminOrders.recordedByAdmin') : ''
  const paper = transaction === null ? '' : t('adminOrders.transaction', { id: transaction })
  return [reporter, paper].filter(Boolean).join(' · ') || undefined
}

/** An app's own pages find a payment by it. */
const referenceText = ({ app, reference }: OrderAttempt, t: Translate) =>
  app === null ? undefined : t('adminOrders.inApp.reference', { app: app.name, reference })

function listMoments(attempt: OrderAttempt, t: Translate): readonly TimelineMoment[] {
  const { created_at: created, sent_at: sent, abort_requested_at: aborted, outcome_at: outcome, state, app } = attempt
  const isByHand = sent === null && attempt.source === 'admin' && state === 'MANUAL'
  const between = [
    { key: 'sent', at: sent, text: stepText('sent', app, t), detail: referenceText(attempt, t) },
    { key: 'abort', at: aborted, text: stepText('abort', app, t) },
  ].filter(({ at }) => at !== null)
  return [
    { key: 'created', at: created, text: t(isByHand ? 'adminOrders.steps.byAdmin' : 'adminOrders.steps.created') },
    ...between,
    { key: 'outcome', at: outcome, text: attemptStateText(attempt, t), detail: sourceText(attempt, t) },
  ]
}

/** What a shopper paid after the payment had ended, and the app could not return. */
function LatePayments({ attempts }: { attempts: readonly OrderAttempt[] }) {
  const { t } = useTranslation()
  return attempts.map(
    ({ id, paid_late: late, app, reference }) =>
      late && (
        <TitledPanel
          key={id}
          tone="attention"
          title={t('adminOrders.paidLate.title', { amount: eurosText(late.amount), time: shopTimeText(late.at) })}
        >
          <Box sx={{ maxWidth: '75ch', overflowWrap: 'anywhere' }}>
            {t('adminOrders.paidLate.text', { ...appValues(app), reference, reason: late.reason })}
          </Box>
        </TitledPanel>
      ),
  )
}

/** Every payment attempt, step by step, in a shopkeeper's words. */
function PaymentList({ attempts }: { attempts: readonly OrderAttempt[] }) {
  const { t } = useTranslation()
  return (
    <TitledPanel title={t('adminOrders.payments')}>
      {attempts.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('adminOrders.noPayments')}</Box>}
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {attempts.map(attempt => (
          <Box key={attempt.id}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {`${eurosText(attempt.amount)}, ${attempt.terminal_name}`}
            </Typography>
            <Timeline moments={listMoments(attempt, t)} />
            <CardSlips receipt={attempt.receipt_text} merchant={attempt.merchant_receipt_text} app={attempt.app} />
          </Box>
        ))}
      </Box>
    </TitledPanel>
  )
}
