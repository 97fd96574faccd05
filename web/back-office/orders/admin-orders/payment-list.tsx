import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { OrderAttempt } from '#contract/orders/admin-orders.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { Section } from './section.tsx'
import { Slips } from './slips.tsx'
import { type Moment, Timeline } from './timeline.tsx'

/** How the outcome became known, if that is informative. */
function sourceText({ source, transaction_id: transaction }: OrderAttempt, t: Translate): string | undefined {
  const told =
    source === 'recovery' ? t('adminOrders.toldLater') : source === 'admin' ? t('adminOrders.toldByAdmin') : ''
  const paper = transaction === null ? '' : t('adminOrders.transaction', { id: transaction })
  return [told, paper].filter(Boolean).join(' · ') || undefined
}

function momentsOf(attempt: OrderAttempt, t: Translate): readonly Moment[] {
  const { created_at: created, sent_at: sent, abort_requested_at: aborted, outcome_at: outcome, state } = attempt
  const isByHand = sent === null && attempt.source === 'admin' && state === 'MANUAL'
  const between = [
    { key: 'sent', at: sent, text: t('adminOrders.steps.sent') },
    { key: 'abort', at: aborted, text: t('adminOrders.steps.abort') },
  ].filter(({ at }) => at !== null)
  return [
    { key: 'created', at: created, text: t(isByHand ? 'adminOrders.steps.byAdmin' : 'adminOrders.steps.created') },
    ...between,
    { key: 'outcome', at: outcome, text: t(`adminOrders.states.${state}`), detail: sourceText(attempt, t) },
  ]
}

/** Every payment attempt, step by step, in a shopkeeper's words. */
export function PaymentList({ attempts }: { attempts: readonly OrderAttempt[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('adminOrders.payments')}>
      {attempts.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('adminOrders.noPayments')}</Box>}
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {attempts.map(attempt => (
          <Box key={attempt.id}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {t('adminOrders.payment', {
                amount: eurosText(attempt.amount),
                terminal: attempt.terminal_name,
              })}
            </Typography>
            <Timeline moments={momentsOf(attempt, t)} />
            <Slips receipt={attempt.receipt_text} merchant={attempt.merchant_receipt_text} />
          </Box>
        ))}
      </Box>
    </Section>
  )
}
