import { HOLDS_ORDER, isIn, type AttemptState } from '#domain/payments/attempt-states.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { instantOf } from '#domain/zoned-time.ts'

/** `draft`: shoppers see nothing of it; `open`: they order, until its time; `closed`: they only fetch what they ordered. */
export const EVENT_STATUSES = ['draft', 'open', 'closed'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** Dates are yyyy-mm-dd. `orderUntil` null: the start of the start date. */
export type EventDates = { startDate: string; endDate: string; orderUntil: Date | null }

/** The first moment at which a store takes no more orders for the event. */
export const orderUntil = (event: Pick<EventDates, 'startDate' | 'orderUntil'>, timeZone: string): Date =>
  event.orderUntil ?? new Date(instantOf(event.startDate, 0, timeZone))

/** Whether a booked pre-order can be paid: from its first pick-up day. One that is delivered can be paid at once. */
export const isPickUpTime = (
  { status, startDate, timeZone }: { status: OrderStatus; startDate: string; timeZone: string },
  now: Date,
): boolean => status !== 'preorder_booked' || now >= new Date(instantOf(startDate, 0, timeZone))

/** Whether a store takes orders for the event at a moment. */
export const takesOrders = (
  event: Pick<EventDates, 'startDate' | 'orderUntil'> & { status: EventStatus },
  timeZone: string,
  now: Date,
): boolean => event.status === 'open' && now < orderUntil(event, timeZone)

/** What can still be booked of a product, in thousandths; null: as much as anyone wants. */
export const leftOf = (capThousandths: number | null, bookedThousandths: number): number | null =>
  capThousandths === null ? null : Math.max(0, capThousandths - bookedThousandths)

/** `perShopperThousandths`: the most that one shopper may have booked; null: unlimited. */
export type EventItem = {
  productId: number
  capThousandths: number | null
  bookedThousandths: number
  perShopperThousandths: number | null
}
type Capped = Omit<EventItem, 'perShopperThousandths'>
/** Thousandths by product id. */
export type Quantities = ReadonlyMap<number, number>

/**
 * The products of which less is left than somebody wants, with what is left for them: their own booking, which the new one
 * takes the place of, leaves its room to it. Nothing is left of what the event does not sell.
 */
export function shortages(
  wanted: Quantities,
  { items, own = new Map() }: { items: readonly Capped[]; own?: Quantities },
): { productId: number; leftThousandths: number }[] {
  const leftById = new Map(items.map(item => [item.productId, leftOf(item.capThousandths, item.bookedThousandths)]))
  return [...wanted].flatMap(([productId, quantity]) => {
    const left = leftById.has(productId) ? leftById.get(productId) : 0
    if (left === null || left === undefined) return []
    const leftThousandths = left + (own.get(productId) ?? 0)
    return quantity > leftThousandths ? [{ productId, leftThousandths }] : []
  })
}

/** What one shopper may still book of a product that is limited per shopper; null: unlimited. `booked`: by this shopper, in thousandths. */
export const leftForShopper = ({ perShopperThousandths: most }: EventItem, booked: number): number | null =>
  most === null ? null : Math.max(0, most - booked)

/**
 * The products of which a shopper wants more than one shopper may have, with what this shopper may book of each. `booked`: what
 * the shopper has booked in the event otherwise, by product, without a pre-order that the wanted one replaces.
 */
export const overLimits = (
  wanted: Quantities,
  { items, booked }: { items: readonly EventItem[]; booked: Quantities },
): { productId: number; leftThousandths: number }[] =>
  items.flatMap(item => {
    const left = leftForShopper(item, booked.get(item.productId) ?? 0)
    const quantity = wanted.get(item.productId) ?? 0
    return left !== null && quantity > left ? [{ productId: item.productId, leftThousandths: left }] : []
  })

/** A pre-order and its event, as they stand in the store's time zone. */
export type PreorderAtHand = {
  status: OrderStatus
  cancelledAt: unknown
  /** Of all its payments. */
  attempts: readonly AttemptState[]
  event: Pick<EventDates, 'startDate' | 'orderUntil'> & { status: EventStatus }
  timeZone: string
}

const isBooked = ({ status, cancelledAt, attempts }: PreorderAtHand): boolean =>
  status === 'preorder_booked' && cancelledAt == null && !attempts.some(state => isIn(HOLDS_ORDER, state))

/** Whether its shopper may cancel it: until the store takes no more orders for the event. */
export const canCancelPreorder = (preorder: PreorderAtHand, now: Date): boolean =>
  isBooked(preorder) && now < orderUntil(preorder.event, preorder.timeZone)

/** Whether another may take its place: that one must be ordered, so the event must be open too. */
export const canChangePreorder = (preorder: PreorderAtHand, now: Date): boolean =>
  isBooked(preorder) && takesOrders(preorder.event, preorder.timeZone, now)
