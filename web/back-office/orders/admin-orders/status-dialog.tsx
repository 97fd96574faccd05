import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { adminOrders, type AdminOrder } from '#contract/orders/admin-orders.ts'
import type { AdminStep } from '#domain/orders/admin-order.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { standingText } from './order-words.ts'
import { forgetOrders } from './queries.ts'

interface StatusDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** The new status of an order, and the reason. Offers only the statuses that are possible now. */
export function StatusDialog({ order, onClose }: StatusDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const { id, status } = order
  const nameOf = (step: AdminStep) => {
    if (step === 'complete') return t('adminOrders.paidOtherwise')
    return step === 'cancelled' ? t('adminOrders.cancelled') : t(`order.status.${step}`)
  }
  const change = async (to: AdminStep, reason: string) => {
    try {
      await callApi(adminOrders.changeStatus, { params: { id: String(id) }, body: { from: status, to, reason } })
    } finally {
      await forgetOrders(cache)
    }
    notify({ id: 'order-status', severity: 'success', text: t('adminOrders.statusChanged', { id }) })
  }
  return (
    <ChoiceDialog
      title={t('adminOrders.statusTitle', { id })}
      lead={t('adminOrders.statusNow', { status: standingText(order, t) })}
      choices={order.steps.map(step => ({
        value: step,
        label: nameOf(step),
        text: t(`adminOrders.stepTexts.${step}`),
      }))}
      submitText={t('adminOrders.changeStatus')}
      onSubmit={change}
      onClose={onClose}
    />
  )
}
