import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type AdminOrder, adminOrders } from '#contract/orders/admin-orders.ts'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import type { AdminStep } from '#domain/orders/admin-order.ts'
import { callApi, requestUrl } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { toCents } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { progressText } from './order-labels.ts'

type OrderActionsProps = {
  order: AdminOrder
  /** Whether there is something to refund. */
  canRefund: boolean
  onRefund: () => void
}

/** Whether something of an order can be refunded now. */
export const isRefundable = (order: AdminOrder, refunds: OrderRefunds | undefined): boolean =>
  order.can_refund &&
  order.unresolved === null &&
  refunds !== undefined &&
  toCents(refunds.paid_amount) > toCents(refunds.refunded_amount)

/** The shopper's receipt as a PDF. */
function ReceiptLink({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  if (!order.receipt) return null
  const href = requestUrl(adminOrders.receiptPdf, { params: { id: String(order.id) } })
  return (
    <Button variant="text" component="a" href={href} download>
      {t('adminOrders.receiptPdf')}
    </Button>
  )
}

/** The actions that an order's state allows, or what is pending. */
export function OrderActions({ order, canRefund, onRefund }: OrderActionsProps) {
  const { t } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const isOwn = order.status === 'checkout' && order.cancelled_at === null
  const why = order.is_being_paid ? 'beingPaid' : isOwn ? 'shoppersOwn' : undefined
  // An unresolved payment has a separate panel with its own buttons.
  if (order.unresolved) return null
  return (
    <Box
      role="group"
      aria-label={t('adminOrders.actions')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}
    >
      {canRefund && (
        <Button variant="outlined" onClick={onRefund}>
          {t('adminOrders.refund.open')}
        </Button>
      )}
      {order.steps.length > 0 && (
        <Button variant="outlined" onClick={() => setChanging(true)}>
          {t('adminOrders.changeStatus')}
        </Button>
      )}
      <ReceiptLink order={order} />
      {why && <Box sx={{ color: 'text.secondary' }}>{t(`adminOrders.${why}`)}</Box>}
      {isChanging && <StatusDialog order={order} onClose={() => setChanging(false)} />}
    </Box>
  )
}

type StatusDialogProps = {
  order: AdminOrder
  onClose: () => void
}

/** The new status of an order, and the reason. Offers only the statuses that are possible now. */
function StatusDialog({ order, onClose }: StatusDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { id, status } = order
  const getStepName = (step: AdminStep) => {
    if (step === 'complete') return t('adminOrders.paidOtherwise')
    return step === 'cancelled' ? t('adminOrders.cancelled') : t(`order.status.${step}`)
  }
  const change = async (to: AdminStep, reason: string) => {
    try {
      await callApi(adminOrders.changeStatus, { params: { id: String(id) }, body: { from: status, to, reason } })
    } finally {
      await awaitReload()
    }
    notify({ id: 'order-status', severity: 'success', text: t('adminOrders.statusChanged', { id }) })
  }
  return (
    <ChoiceDialog
      title={t('adminOrders.statusTitle', { id })}
      lead={t('adminOrders.statusNow', { status: progressText(order, t) })}
      choices={order.steps.map(step => ({
        value: step,
        label: getStepName(step),
        text: t(`adminOrders.stepTexts.${step}`),
      }))}
      submitText={t('adminOrders.changeStatus')}
      onSubmit={change}
      onClose={onClose}
    />
  )
}
