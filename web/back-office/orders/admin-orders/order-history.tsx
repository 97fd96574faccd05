import Box from '@mui/material/Box'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Timeline } from './timeline.tsx'
import { TitledPanel } from './titled-panel.tsx'

type OrderEvent = AdminOrder['events'][number]

/** The actors that change orders. */
export const EVENT_ACTORS = ['shopper', 'terminal', 'recovery', 'clean-up', 'admin'] as const

function statusText(status: string, t: Translate): string {
  const orderStatus = ORDER_STATUSES.find(each => each === status)
  if (orderStatus) return t(`order.status.${orderStatus}`)
  return status === 'cancelled' ? t('adminOrders.cancelled') : status
}

/** Only an admin is shown by name; the shopper is shown above. */
function actorText({ actor, by }: OrderEvent, t: Translate): string {
  const knownActor = EVENT_ACTORS.find(each => each === actor)
  const name = knownActor ? t(`adminOrders.actors.${knownActor}`) : actor
  return actor === 'admin' && by ? `${name} ${by.email}` : name
}

/** Events that don't change the status. */
function sameStatusText({ kind, to }: OrderEvent, t: Translate): string {
  if (kind === 'payment') return t('adminOrders.historyPayment')
  if (kind === 'reversal') return t('adminOrders.historyReversal')
  if (kind === 'age_approved') return t('adminOrders.historyAgeApproved')
  if (kind === 'age_refused') return t('adminOrders.historyAgeRefused')
  return kind === 'refund' ? t('adminOrders.historyRefund') : statusText(to, t)
}

const whatText = (event: OrderEvent, t: Translate): string => {
  const { from, to } = event
  if (from === to) return sameStatusText(event, t)
  return from === null ? statusText(to, t) : `${statusText(from, t)} → ${statusText(to, t)}`
}

/** The kinds of events that have a text of their own; of others, an admin's reason is shown. */
export const EVENT_CAUSES = ['delivered', 'store_hidden', 'account_removed'] as const

function reasonText({ kind, reason }: OrderEvent, t: Translate): string | null {
  const cause = EVENT_CAUSES.find(each => each === kind)
  return cause ? t(`adminOrders.causes.${cause}`) : reason
}

/** Every change of the order's status: who, when and why. */
export function OrderHistory({ events }: { events: readonly OrderEvent[] }) {
  const { t } = useTranslation()
  return (
    <TitledPanel title={t('adminOrders.history')}>
      {events.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('adminOrders.historyEmpty')}</Box>}
      <Timeline
        moments={events.map(event => ({
          key: String(event.id),
          at: event.at,
          text: whatText(event, t),
          detail: [actorText(event, t), reasonText(event, t)].filter(Boolean).join(': '),
        }))}
      />
    </TitledPanel>
  )
}
