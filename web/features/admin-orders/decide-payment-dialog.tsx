import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type UnresolvedPayment, unresolvedPayments } from '#contract/unresolved-payments.ts'
import type { ManualOutcome } from '#domain/manual-outcome.ts'
import { callApi } from '#web/api/call-api.ts'
import { toCents } from '#web/features/orders/order-cents.ts'
import { formatMoney } from '#web/ui/money-format.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { forgetOrders } from './queries.ts'

interface DecidePaymentDialogProps {
  payment: UnresolvedPayment
  onClose: () => void
}

/** A person says what became of a payment that the terminal does not tell. */
export function DecidePaymentDialog({ payment, onClose }: DecidePaymentDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const decide = async (outcome: ManualOutcome, reason: string) => {
    try {
      await callApi(unresolvedPayments.decide, { params: { id: String(payment.id) }, body: { outcome, reason } })
    } finally {
      await forgetOrders(cache)
    }
    notify({ id: 'decided', severity: 'success', text: t('adminOrders.decide.saved') })
  }
  return (
    <ChoiceDialog
      title={t('adminOrders.decide.paymentTitle', { amount: formatMoney(toCents(payment.amount)) })}
      lead={t('adminOrders.decide.asked')}
      choices={payment.outcomes.map(outcome => ({
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
