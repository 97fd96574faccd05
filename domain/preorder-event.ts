import { instantOf } from './zoned-time.ts'

/** `draft`: shoppers see nothing of it; `open`: they order, until its time; `closed`: they only fetch what they ordered. */
export const EVENT_STATUSES = ['draft', 'open', 'closed'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** Dates are yyyy-mm-dd. `orderUntil` null: the start of the start date. */
export type EventDates = { startDate: string; endDate: string; orderUntil: Date | null }

/** The first moment at which a store takes no more orders for the event. */
export const orderUntil = (event: Pick<EventDates, 'startDate' | 'orderUntil'>, timeZone: string): Date =>
  event.orderUntil ?? new Date(instantOf(event.startDate, 0, timeZone))

/** Whether a store takes orders for the event at a moment. */
export const takesOrders = (event: EventDates & { status: EventStatus }, timeZone: string, now: Date): boolean =>
  event.status === 'open' && now < orderUntil(event, timeZone)

/** What can still be booked of a product, in thousandths; null: as much as anyone wants. */
export const leftOf = (capThousandths: number | null, bookedThousandths: number): number | null =>
  capThousandths === null ? null : Math.max(0, capThousandths - bookedThousandths)
