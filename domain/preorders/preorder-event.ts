import type { OrderStatus } from '#domain/orders/order.ts'
import { HOLDS_ORDER, isIn, type AttemptState } from '#domain/payments/attempt-states.ts'
import { toInstant } from '#domain/zoned-time.ts'

/** `draft`: hidden from shoppers; `open`: takes orders until its deadline; `closed`: shoppers only pick up their orders. */
export const EVENT_STATUSES = ['draft', 'open', 'closed'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** Dates are yyyy-mm-dd. `orderUntil` null: the start of the start date. */
export type EventDates = { startDate: string; endDate: string; orderUntil: Date | null }

/** The first moment at which a store no longer takes orders for the event. */
export const orderUntil = (event: Pick<EventDates, 'startDate' | 'orderUntil'>, timeZone: string): Date =>
  event.orderUntil ?? new Date(toInstant(event.startDate, 0, timeZone))

/** Whether a pre-order can be paid: from its first pick-up day, or at once when it is delivered. */
export const isPickUpTime = (
  { status, startDate, timeZone }: { status: OrderStatus; startDate: string; timeZone: string },
  now: Date,
): boolean => status !== 'preorder_booked' || now >= new Date(toInstant(startDate, 0, timeZone))

/** Whether a store takes orders for the event at a moment. */
export const acceptsOrders = (
  event: Pick<EventDates, 'startDate' | 'orderUntil'> & { status: EventStatus },
  timeZone: string,
  now: Date,
): boolean => event.status === 'open' && now < orderUntil(event, timeZone)

/** The quantity of a product that can still be booked, in thousandths; null: unlimited. */
export const remainingThousandths = (capThousandths: number | null, bookedThousandths: number): number | null =>
  capThousandths === null ? null : Math.max(0, capThousandths - bookedThousandths)

/** `perShopperThousandths`: the most that one shopper may have booked; null: unlimited. */
export type EventItem = {
  productId: number
  capThousandths: number | null
  bookedThousandths: number
  perShopperThousandths: number | null
}
type CappedItem = Omit<EventItem, 'perShopperThousandths'>
/** Thousandths by product id. */
export type ProductQuantities = ReadonlyMap<number, number>

/**
 * Products with less left than wanted, with the quantity left. The shopper's own booking, which the new one replaces, counts
 * as left. Nothing is left of products that the event does not sell.
 */
export function findShortages(
  quantities: ProductQuantities,
  { items, released = new Map() }: { items: readonly CappedItem[]; released?: ProductQuantities },
): { productId: number; availableThousandths: number }[] {
  const availableById = new Map(
    items.map(item => [item.productId, remainingThousandths(item.capThousandths, item.bookedThousandths)]),
  )
  return [...quantities].flatMap(([productId, quantity]) => {
    const available = availableById.has(productId) ? availableById.get(productId) : 0
    if (available === null || available === undefined) return []
    const availableThousandths = available + (released.get(productId) ?? 0)
    return quantity > availableThousandths ? [{ productId, availableThousandths: availableThousandths }] : []
  })
}

/** What a shopper may still book under the per-shopper limit; null: unlimited. `booked`: by this shopper, in thousandths. */
export const availableForShopper = ({ perShopperThousandths: max }: EventItem, booked: number): number | null =>
  max === null ? null : Math.max(0, max - booked)

/**
 * Products of which the shopper wants more than the per-shopper limit allows, with what the shopper may still book.
 * `booked`: the shopper's other bookings in the event, by product, without a pre-order that the wanted one replaces.
 */
export const overLimits = (
  quantities: ProductQuantities,
  { items, booked }: { items: readonly EventItem[]; booked: ProductQuantities },
): { productId: number; availableThousandths: number }[] =>
  items.flatMap(item => {
    const available = availableForShopper(item, booked.get(item.productId) ?? 0)
    const quantity = quantities.get(item.productId) ?? 0
    return available !== null && quantity > available
      ? [{ productId: item.productId, availableThousandths: available }]
      : []
  })

/** A pre-order and its event, with the store's time zone. */
export type PreorderAtHand = {
  status: OrderStatus
  cancelledAt: unknown
  /** The states of all its payments. */
  attempts: readonly AttemptState[]
  event: Pick<EventDates, 'startDate' | 'orderUntil'> & { status: EventStatus }
  timeZone: string
}

const isBooked = ({ status, cancelledAt, attempts }: PreorderAtHand): boolean =>
  status === 'preorder_booked' && cancelledAt == null && !attempts.some(state => isIn(HOLDS_ORDER, state))

/** Whether its shopper may cancel it: until the store stops taking orders for the event. */
export const canCancelPreorder = (preorder: PreorderAtHand, now: Date): boolean =>
  isBooked(preorder) && now < orderUntil(preorder.event, preorder.timeZone)

/** Whether another pre-order may replace it: the new one must be ordered, so the event must also be open. */
export const canChangePreorder = (preorder: PreorderAtHand, now: Date): boolean =>
  isBooked(preorder) && acceptsOrders(preorder.event, preorder.timeZone, now)
