import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type Refund, refunds } from '#contract/payments/refunds.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { DecideDialog } from './decide-dialog.tsx'

const OUTCOMES = ['given', 'not_given'] as const

interface DecideRefundDialogProps {
  refund: Refund
  onClose: () => void
}

/** A person says what became of a refund of which nobody knows. */
export function DecideRefundDialog({ refund, onClose }: DecideRefundDialogProps) {
  const { t } = useTranslation()
  return (
    <DecideDialog
      title={t('adminOrders.decide.refundTitle', { amount: eurosText(refund.amount) })}
      outcomes={OUTCOMES}
      send={(outcome, reason) =>
        callApi(refunds.decide, { params: { id: String(refund.id) }, body: { outcome, reason } })
      }
      onClose={onClose}
    />
  )
}
