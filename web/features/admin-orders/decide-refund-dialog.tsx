import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Refund, refunds } from '#contract/refunds.ts'
import { callApi } from '#web/api/call-api.ts'
import { toCents } from '#web/features/orders/order-cents.ts'
import { formatMoney } from '#web/ui/money-format.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { forgetOrders } from './queries.ts'

const OUTCOMES = ['given', 'not_given'] as const

interface DecideRefundDialogProps {
  refund: Refund
  onClose: () => void
}

/** A person says what became of a refund of which nobody knows. */
export function DecideRefundDialog({ refund, onClose }: DecideRefundDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const decide = async (outcome: (typeof OUTCOMES)[number], reason: string) => {
    try {
      await callApi(refunds.decide, { params: { id: String(refund.id) }, body: { outcome, reason } })
    } finally {
      await forgetOrders(cache)
    }
    notify({ id: 'decided', severity: 'success', text: t('adminOrders.decide.saved') })
  }
  return (
    <ChoiceDialog
      title={t('adminOrders.decide.refundTitle', { amount: formatMoney(toCents(refund.amount)) })}
      lead={t('adminOrders.decide.asked')}
      choices={OUTCOMES.map(outcome => ({
        value: outcome,
        label: t(`adminOrders.decide.outcomes.${outcome}`),
        text: t(`adminOrders.decide.consequences.${outcome}`),
      }))}
      submitText={t('adminOrders.decide.submit')}
      onSubmit={decide}
      onClose={onClose}
    />
  )
}
