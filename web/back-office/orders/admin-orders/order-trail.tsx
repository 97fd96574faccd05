import Box from '@mui/material/Box'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { Section } from './section.tsx'
import { Timeline } from './timeline.tsx'

type Event = AdminOrder['events'][number]

/** The actors that change orders. */
export const ACTORS = ['shopper', 'terminal', 'recovery', 'clean-up', 'admin'] as const

function statusText(status: string, t: Translate): string {
  const known = ORDER_STATUSES.find(each => each === status)
  if (known) return t(`order.status.${known}`)
  return status === 'cancelled' ? t('adminOrders.cancelled') : status
}

/** Only an admin is shown by name; the shopper is shown above. */
function actorText({ actor, by }: Event, t: Translate): string {
  const known = ACTORS.find(each => each === actor)
  const name = known ? t(`adminOrders.actors.${known}`) : actor
  return actor === 'admin' && by ? `${name} ${by.email}` : name
}

const whatText = ({ from, to }: Event, t: Translate): string => {
  if (from === to) return t('adminOrders.trailRefund')
  return from === null ? statusText(to, t) : `${statusText(from, t)} → ${statusText(to, t)}`
}

/** Every change of the order's status: who, when and why. */
export function OrderTrail({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('adminOrders.trail')}>
      {events.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('adminOrders.trailNone')}</Box>}
      <Timeline
        moments={events.map(event => ({
          key: String(event.id),
          at: event.at,
          text: whatText(event, t),
          detail: [actorText(event, t), event.reason].filter(Boolean).join(': '),
        }))}
      />
    </Section>
  )
}
