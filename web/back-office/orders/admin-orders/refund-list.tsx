import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import type { PaymentApp } from '#domain/payments/terminals/terminal-providers.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { refundStateText } from './order-labels.ts'
import { TitledPanel } from './titled-panel.tsx'

type OrderRefund = OrderRefunds['refunds'][number]

/** What the payment service reported after it had accepted the refund, and how that ended. */
function failureFacts({ failure }: OrderRefund, t: Translate): string[] {
  if (!failure) return []
  const { event, reason, failed_at: at, settled_as: end, settled_at: endedAt } = failure
  const why = [event, reason].filter(Boolean).join(': ')
  const failed = t('adminOrders.failure.reported', { time: shopTimeText(at), why })
  return end && endedAt ? [failed, `${shopTimeText(endedAt)}: ${t(`adminOrders.failure.ends.${end}`)}`] : [failed]
}

function RefundItem({ refund, lines }: { refund: OrderRefund; lines: OrderRefunds['lines'] }) {
  const { t } = useTranslation()
  const goods = refund.lines.flatMap(part => {
    const line = lines.find(({ order_line_id: id }) => id === part.order_line_id)
    return line ? [`${line.name}, ${quantityText(thousandthsFromQuantity(part.quantity) ?? 0, line.unit, t)}`] : []
  })
  const facts = [
    [shopTimeText(refund.outcome_at ?? refund.created_at), refund.requested_by?.email].filter(Boolean).join(' · '),
    refund.kind === 'reversal' ? t('adminOrders.reversal') : refund.reason,
    ...(refund.is_free_sum ? [t('adminOrders.freeSum')] : goods),
    refund.return_stock && refund.state === 'DONE' ? t('adminOrders.returned') : '',
    refund.reported_by === 'admin' ? t('adminOrders.recordedByAdmin') : '',
    refund.state === 'REFUSED' || refund.state === 'NOT_PROCESSED' ? (refund.detail ?? '') : '',
    ...failureFacts(refund, t),
  ]
  return (
    <Box component="li">
      <Typography variant="h3">
        {eurosText(refund.amount)}
        {': '}
        {refund.failure && !refund.failure.settled_as ? t('adminOrders.failure.state') : refundStateText(refund, t)}
      </Typography>
      {facts.filter(Boolean).map(fact => (
        <Box key={fact} sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>
          {fact}
        </Box>
      ))}
      <CardSlips receipt={refund.receipt_text} merchant={refund.merchant_receipt_text} app={refund.app} />
    </Box>
  )
}

/** The refunds of an order, who requested each, and why. */
export function RefundList({ refunds }: { refunds: OrderRefunds }) {
  const { t } = useTranslation()
  return (
    <TitledPanel title={t('adminOrders.refunds')}>
      {refunds.refunds.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('adminOrders.noRefunds')}</Box>}
      <Box component="ol" aria-live="polite" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {refunds.refunds.map(refund => (
          <RefundItem key={refund.id} refund={refund} lines={refunds.lines} />
        ))}
      </Box>
    </TitledPanel>
  )
}

type SlipsProps = {
  receipt: string | null
  merchant: string | null
  app: PaymentApp | null
}

const slipStyles = {
  m: 0,
  pb: 1,
  fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  lineHeight: 1.45,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

/** The receipts of the terminal or the app, folded. */
export function CardSlips({ receipt, merchant, app }: SlipsProps) {
  const { t } = useTranslation()
  const slips = [
    [app === null ? t('adminOrders.slip') : t('completed.appSlip', { app: app.name }), receipt],
    [t('adminOrders.merchantSlip'), merchant],
  ] as const
  return slips.map(
    ([label, text]) =>
      text !== null && (
        <details key={label}>
          <Box component="summary" sx={{ minHeight: 44, py: 1.25, cursor: 'pointer' }}>
            {label}
          </Box>
          <Box component="pre" sx={slipStyles}>
            {text}
          </Box>
        </details>
      ),
  )
}
