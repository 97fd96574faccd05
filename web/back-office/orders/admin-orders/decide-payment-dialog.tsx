import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type UnresolvedPayment, unresolvedPayments } from '#contract/payments/unresolved-payments.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { DecideDialog } from './decide-dialog.tsx'

interface DecidePaymentDialogProps {
  payment: UnresolvedPayment
  onClose: () => void
}

/** A person says what became of a payment that the terminal does not tell. */
export function DecidePaymentDialog({ payment, onClose }: DecidePaymentDialogProps) {
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
