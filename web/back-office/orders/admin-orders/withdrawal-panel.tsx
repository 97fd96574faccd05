import Box from '@mui/material/Box'
import { useState, type FormEvent } from 'react'
import { type AdminOrder, adminOrders } from '#contract/orders/admin-orders.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { ReasonInput } from './choice-dialog.tsx'
import { TitledPanel } from './titled-panel.tsx'

type Withdrawal = NonNullable<AdminOrder['withdrawal']>

function useSettle(orderId: number) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const settle = async (reason: string) => {
    setBusy(true)
    try {
      await callApi(adminOrders.settleWithdrawal, { params: { id: String(orderId) }, body: { reason } })
      notify({ id: 'withdrawal', severity: 'success', text: t('adminOrders.withdrawal.saved') })
    } catch (error) {
      notifyFailure(error, 'withdrawal')
    }
    await awaitReload()
    setBusy(false)
  }
  return { settle, isBusy }
}

/** Where an admin records, once, that the withdrawal was handled. */
function SettleForm({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const { settle, isBusy } = useSettle(orderId)
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void settle(reason.trim())
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 1.5 }}>
      <Box sx={{ width: '100%', maxWidth: 560 }}>
        <ReasonInput label={t('adminOrders.withdrawal.how')} reason={reason} onChange={setReason} disabled={isBusy} />
      </Box>
      <ActionButton type="submit" variant="contained" loading={isBusy} disabled={reason.trim() === ''}>
        {t('adminOrders.withdrawal.settle')}
      </ActionButton>
    </Box>
  )
}

/** The result: the withdrawal cancelled the order, or an admin handled it. */
function SettledWithdrawal({ at, by, reason }: { at: string; by: Withdrawal['settled_by']; reason: string | null }) {
  const { t } = useTranslation()
  if (by === null) return <Box>{t('adminOrders.withdrawal.cancelled')}</Box>
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Box>{t('adminOrders.withdrawal.settled', { time: shopTimeText(at), name: by.email })}</Box>
      <Box sx={{ color: 'text.secondary' }}>{reason}</Box>
    </Box>
  )
}

/** Older withdrawals left the goods of a delivered pre-order in the amount to pay. */
function adviceOn({ status, cancelled_at }: AdminOrder) {
  if (status === 'complete') return 'adminOrders.withdrawal.advicePaid'
  return cancelled_at === null ? 'adminOrders.withdrawal.adviceUnpaid' : 'adminOrders.withdrawal.adviceTakenOff'
}

/** The goods that a shopper withdrew from, and what the admin has to do. */
export function WithdrawalPanel({ order, withdrawal }: { order: AdminOrder; withdrawal: Withdrawal }) {
  const { t } = useTranslation()
  const { made_at, product_ids, settled_at, settled_by, settled_reason } = withdrawal
  const goods = order.order_items.filter(({ product_id }) => product_ids.includes(product_id)).map(({ name }) => name)
  const isOpen = settled_at === null
  return (
    <TitledPanel title={t('adminOrders.withdrawal.title')} tone={isOpen ? 'attention' : 'plain'}>
      <Box sx={{ display: 'grid', gap: 0.5, maxWidth: '75ch' }}>
        <Box>{t('adminOrders.withdrawal.made', { time: shopTimeText(made_at), goods: goods.join(', ') })}</Box>
        {isOpen ? (
          <Box>{t(adviceOn(order))}</Box>
        ) : (
          <SettledWithdrawal at={settled_at} by={settled_by} reason={settled_reason} />
        )}
      </Box>
      {isOpen && <SettleForm orderId={order.id} />}
    </TitledPanel>
  )
}
