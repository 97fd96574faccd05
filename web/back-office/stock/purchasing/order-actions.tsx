import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type PurchaseOrderDetail, purchaseOrders } from '#contract/stock/purchase-orders.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

type OrderAction = 'mail' | 'mark' | 'close' | 'cancel'

/** What can be done with an order by those who may, each after a question. */
export function OrderActions({ order }: { order: PurchaseOrderDetail }) {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<OrderAction>()
  const { isBusy, act } = useAction('purchaseOrder')
  const mayChange = useMay()(purchaseOrders.changeState, order.store.id)
  const { email } = order.supplier
  const words: Record<OrderAction, { label: string; title: string; text: string; done: string }> = {
    mail: {
      label: t('purchasing.sendMail'),
      title: t('purchasing.sendMailTitle', { email: email ?? '' }),
      text: t('purchasing.sendMailText'),
      done: t('purchasing.sentMail', { email: email ?? '' }),
    },
    mark: {
      label: t('purchasing.markSent'),
      title: t('purchasing.markSentTitle'),
      text: t('purchasing.markSentText'),
      done: t('purchasing.marked'),
    },
    close: {
      label: t('purchasing.close'),
      title: t('purchasing.closeTitle'),
      text: t('purchasing.closeText'),
      done: t('purchasing.closed'),
    },
    cancel: {
      label: t('purchasing.cancel'),
      title: t('purchasing.cancelTitle'),
      text: t('purchasing.cancelText'),
      done: t('purchasing.cancelled'),
    },
  }
  const states = { mail: 'sent', mark: 'sent', close: 'closed', cancel: 'cancelled' } as const
  const run = (action: OrderAction) =>
    act(async () => {
      const body = { revision: order.revision, state: states[action], by_email: action === 'mail' }
      await callApi(purchaseOrders.changeState, { params: { id: order.id }, body })
      return words[action].done
    }).finally(() => setRequested(undefined))
  const actions = getActions(order)
  if (actions.length === 0 || !mayChange) return null
  return (
    <Panel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {actions.map((action, index) => (
          <Button
            key={action}
            variant={index === 0 && order.state === 'draft' ? 'contained' : 'outlined'}
            color={action === 'cancel' ? 'error' : 'primary'}
            onClick={() => setRequested(action)}
          >
            {words[action].label}
          </Button>
        ))}
      </Box>
      {order.state === 'draft' && email === null && <Box sx={{ mt: 1 }}>{t('purchasing.noEmail')}</Box>}
      {requested && (
        <ConfirmDialog
          open
          title={words[requested].title}
          text={words[requested].text}
          confirmText={words[requested].label}
          cancelText={t('common.cancel')}
          onConfirm={() => void run(requested)}
          onCancel={() => setRequested(undefined)}
          busy={isBusy}
          danger={requested === 'cancel'}
        />
      )}
    </Panel>
  )
}

function getActions({ state, partly_received: started, supplier }: PurchaseOrderDetail): OrderAction[] {
  if (state === 'draft') return supplier.email === null ? ['mark', 'cancel'] : ['mail', 'mark', 'cancel']
  if (state !== 'sent') return []
  return started > 0 ? ['close'] : ['close', 'cancel']
}
