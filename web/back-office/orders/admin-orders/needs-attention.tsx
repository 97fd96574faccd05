import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { adviceText, hasFailedLater, orderPath, refundMatter } from './order-labels.ts'
import { unresolvedPaymentsQuery, unresolvedRefundsQuery } from './queries.ts'

const MAX_LISTED = 3

type AttentionItem = {
  key: string
  title: string
  where?: string
  advice: string
  orderId: number
}

function MatterPanel({ title, where, advice, orderId }: AttentionItem) {
  const { t } = useTranslation()
  return (
    <Panel component="li" tone="attention">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Typography variant="h3">{title}</Typography>
          {where !== undefined && (
            <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{where}</Box>
          )}
          <Box sx={{ mt: 0.5, maxWidth: '75ch' }}>{advice}</Box>
        </Box>
        <Button variant="outlined" component={Link} to={orderPath(orderId)}>
          {t('adminOrders.openOrder', { id: orderId })}
        </Button>
      </Box>
    </Panel>
  )
}

/** The payments and refunds that need an admin; those that the shop resolves automatically come last. */
function useAttentionItems(): { matters: readonly AttentionItem[]; isFailed: boolean } {
  const { t } = useTranslation()
  const payments = useQuery(unresolvedPaymentsQuery)
  const refunds = useQuery(unresolvedRefundsQuery)
  const paymentRows = (payments.data ?? []).map(payment => ({
    key: `payment-${payment.id}`,
    title: t('adminOrders.doubtfulPayment', { amount: eurosText(payment.amount), id: payment.order_id }),
    where: [payment.store.name, payment.terminal_name, payment.customer_email].join(' · '),
    advice: adviceText(payment.advice, payment.app, t),
    orderId: payment.order_id,
    isPatient: payment.advice === 'being_refunded',
  }))
  const refundRows = (refunds.data ?? [])
    .filter(refund => refund.kind === 'refund' || hasFailedLater(refund))
    .map(refund => ({
      key: `refund-${refund.id}`,
      ...refundMatter(refund, t),
      orderId: refund.order_id,
      isPatient: false,
    }))
  const all = [...paymentRows, ...refundRows]
  const matters = [...all.filter(({ isPatient }) => !isPatient), ...all.filter(({ isPatient }) => isPatient)]
  return { matters, isFailed: payments.isError || refunds.isError }
}

function AttentionSection({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h2" id={id}>
        {t('adminOrders.attention')}
      </Typography>
      {children}
    </Box>
  )
}

/** What needs an admin, and what to do about each. Renders nothing if there is nothing. */
export function NeedsAttention() {
  const { t } = useTranslation()
  const { matters, isFailed } = useAttentionItems()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? matters : matters.slice(0, MAX_LISTED)
  if (matters.length === 0 && !isFailed) return null
  return (
    <AttentionSection>
      {isFailed && <Box role="alert">{t('adminOrders.attentionFailed')}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
        {shown.map(matter => (
          <MatterPanel {...matter} key={matter.key} />
        ))}
      </Box>
      {shown.length < matters.length && (
        <Button sx={{ justifySelf: 'start' }} onClick={() => setWhole(true)}>
          {t('adminOrders.attentionMore', { count: matters.length - shown.length })}
        </Button>
      )}
    </AttentionSection>
  )
}
