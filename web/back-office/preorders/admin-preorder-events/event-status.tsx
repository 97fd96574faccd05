import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { EVENT_STATUSES, type EventStatus, takesOrders } from '#domain/preorders/preorder-event.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** `over`: open, but past its deadline for orders. */
export const EVENT_PHASES = [...EVENT_STATUSES, 'over'] as const
type EventPhase = (typeof EVENT_PHASES)[number]

interface Dated {
  status: EventStatus
  start_date: string
  end_date: string
  order_until: string | null
}

/** An event's phase at a moment, by the shop's clock. */
export function phaseOf({ status, start_date, end_date, order_until }: Dated, now: Date): EventPhase {
  const dates = { startDate: start_date, endDate: end_date, orderUntil: order_until ? new Date(order_until) : null }
  return status === 'open' && !takesOrders({ ...dates, status }, SHOP_TIME_ZONE, now) ? 'over' : status
}

const TONES = { draft: 'attention', open: 'open', over: 'closed', closed: 'closed' } as const

/** The event's phase: what shoppers can do with it. */
export function EventPill({ event, now }: { event: Dated; now: Date }) {
  const { t } = useTranslation()
  const phase = phaseOf(event, now)
  return <StatusPill tone={TONES[phase]}>{t(`eventForm.phases.${phase}`)}</StatusPill>
}
