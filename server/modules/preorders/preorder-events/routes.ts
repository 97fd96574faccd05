import type { contract } from '#contract/index.ts'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import {
  type EventItem,
  leftForShopper,
  remainingThousandths,
  orderUntil,
  type Quantities,
  acceptsOrders,
} from '#domain/preorders/preorder-event.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { textIn } from '#server/platform/languages/queries.ts'
import { findBookedByShopper, findItems, findOpenEvents, type OpenEvent } from './queries.ts'

export function preorderEventRoutes(context: Context): Handlers<typeof contract.preorderEvents> {
  const findRecentItems = recentItems(context)
  return {
    list: ({ user, language }) =>
      listEvents(context, { userId: user.userId, activeStoreId: user.activeStoreId, language }),

    async left({ params, user }) {
      const items = await findRecentItems(params.id)
      if (!items) return refuse('notFound')
      const booked = await findLimitedBookings(context, user.userId, [{ id: params.id, items }])
      return toItemsResponse(items, booked.get(params.id))
    },
  }
}

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
  return function itemsOf(eventId: number): Promise<EventItem[] | undefined> {
    const known = answers.get(eventId)
    if (known && performance.now() - known.requestedAt < REMEMBER_MS) return known.items
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

/** `activeStoreId` null: the shopper has not chosen a store. */
type Reader = { userId: number; activeStoreId: number | null; language: LanguageCode }

/** The events that take orders now in at least one of their stores. */
async function listEvents(context: Context, reader: Reader): Promise<PreorderEvent[]> {
  const now = context.now()
  const open = (await findOpenEvents(context.db)).filter(event =>
    event.stores.some(({ timeZone }) => acceptsOrders(event, timeZone, now)),
  )
  const booked = await findLimitedBookings(context, reader.userId, open)
  return open.map(event => toEventResponse(event, reader, booked.get(event.id)))
}

/** What a shopper has booked in those of the events that limit a product per shopper. */
const findLimitedBookings = async (
  { db }: Pick<Context, 'db'>,
  userId: number,
  events: readonly { id: number; items: readonly EventItem[] }[],
): Promise<Map<number, Quantities>> => {
  const limited = events.filter(({ items }) => items.some(item => item.perShopperThousandths !== null))
  if (limited.length === 0) return new Map()
  return findBookedByShopper(db, { userId, eventIds: limited.map(({ id }) => id) })
}

function toEventResponse(
  event: OpenEvent,
  { activeStoreId, language }: Reader,
  booked: Quantities | undefined,
): PreorderEvent {
  const stores = event.stores.toSorted((a, b) => byFinnishName(a, b) || a.id - b.id)
  const [first] = stores
  const place = stores.find(({ id }) => id === activeStoreId) ?? first
  // Events without a store that takes their orders were left out.
  if (!place) throw new Error(`Event ${event.id} has no store`)
  return {
    id: event.id,
    name: textIn(event.names, language),
    description: textIn(event.descriptions, language),
    start_date: event.startDate,
    end_date: event.endDate,
    order_until: orderUntil(event, place.timeZone).toISOString(),
    stores: stores.map(({ id, name }) => ({ id, name })),
    preorder_event_items: toItemsResponse(event.items, booked),
  }
}

/** What is left of each product of an event for a shopper; `booked`: the quantities that the shopper has booked. */
const toItemsResponse = (items: readonly EventItem[], booked: Quantities = new Map()) =>
  items.map(item => {
    const own = booked.get(item.productId) ?? 0
    const left = smaller(remainingThousandths(item.capThousandths, item.bookedThousandths), leftForShopper(item, own))
    return {
      product_id: item.productId,
      left: toQuantity(left),
      per_shopper: toQuantity(item.perShopperThousandths),
      own: quantityFromThousandths(own),
    }
  })

/** The smaller limit; null is unlimited. */
const smaller = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

const toQuantity = (thousandths: number | null) => (thousandths === null ? null : quantityFromThousandths(thousandths))
