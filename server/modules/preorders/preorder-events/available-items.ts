import {
  type EventItem,
  type ProductQuantities,
  remainingThousandths,
  availableForShopper,
} from '#domain/preorders/preorder-event.ts'
import { quantityFromThousandths, quantityOrNull } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import { findItems, findBookedByShopper } from './queries.ts'

const REMEMBER_MS = 1000
/** Far more events than are open at once. */
const MAX_EVENTS = 100

type RecentItems = { requestedAt: number; items: Promise<EventItem[] | undefined> }

/**
 * What is left of events, at most a second old: while thousands watch one event, the database is queried once a second. Only for
 * display; decisions read the row.
 */
function recentItems(context: Context) {
  const answers = new Map<number, RecentItems>()
  return (eventId: number): Promise<EventItem[] | undefined> => {
    const cached = answers.get(eventId)
    if (cached && performance.now() - cached.requestedAt < REMEMBER_MS) return cached.items
    const answer: RecentItems = { requestedAt: performance.now(), items: findItems(context.db, eventId) }
    answers.delete(eventId)
    answers.set(eventId, answer)
    const [oldest] = answers.keys()
    if (answers.size > MAX_EVENTS && oldest !== undefined) answers.delete(oldest)
    // A failed query is not kept: the next call retries.
    answer.items.catch(() => answers.get(eventId) === answer && answers.delete(eventId))
    return answer.items
  }
}

/** Finds what is left of an event's products for a shopper; undefined: there is no such event. */
export function createFindAvailableItems(context: Context) {
  const findRecentItems = recentItems(context)
  return async ({ eventId, userId }: { eventId: number; userId: number }) => {
    const items = await findRecentItems(eventId)
    if (!items) return undefined
    const booked = await findLimitedBookings(context, userId, [{ id: eventId, items }])
    return toItemsResponse(items, booked.get(eventId))
  }
}

/** What a shopper has booked in those of the events that limit a product per shopper. */
export const findLimitedBookings = async (
  { db }: Pick<Context, 'db'>,
  userId: number,
  events: readonly { id: number; items: readonly EventItem[] }[],
): Promise<Map<number, ProductQuantities>> => {
  const limited = events.filter(({ items }) => items.some(item => item.perShopperThousandths !== null))
  if (limited.length === 0) return new Map()
  return findBookedByShopper(db, { userId, eventIds: limited.map(({ id }) => id) })
}

/** What is left of each product of an event for a shopper; `booked`: the quantities that the shopper has booked. */
export const toItemsResponse = (items: readonly EventItem[], booked: ProductQuantities = new Map()) =>
  items.map(item => {
    const bookedQuantity = booked.get(item.productId) ?? 0
    const available = smallerOrNull(
      remainingThousandths(item.capThousandths, item.bookedThousandths),
      availableForShopper(item, bookedQuantity),
    )
    return {
      product_id: item.productId,
      remaining: quantityOrNull(available),
      per_shopper: quantityOrNull(item.perShopperThousandths),
      own: quantityFromThousandths(bookedQuantity),
    }
  })

/** The smaller limit; null is unlimited. */
const smallerOrNull = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
