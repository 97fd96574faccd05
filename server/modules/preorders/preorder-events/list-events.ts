import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { acceptsOrders, type ProductQuantities, orderUntil } from '#domain/preorders/preorder-event.ts'
import type { Context } from '#server/platform/context.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import { findLimitedBookings, toItemsResponse } from './available-items.ts'
import { findOpenEvents, type OpenEvent } from './queries.ts'

/** `activeStoreId` null: the shopper has not chosen a store. */
type EventReader = { userId: number; activeStoreId: number | null; language: LanguageCode }

/** The events that take orders now in at least one of their stores. */
export async function listEvents(context: Context, reader: EventReader): Promise<PreorderEvent[]> {
  const now = context.now()
  const open = (await findOpenEvents(context.db)).filter(event =>
    event.stores.some(({ timeZone }) => acceptsOrders(event, timeZone, now)),
  )
  const booked = await findLimitedBookings(context, reader.userId, open)
  return open.map(event => toEventResponse(event, reader, booked.get(event.id)))
}

function toEventResponse(
  event: OpenEvent,
  { activeStoreId, language }: EventReader,
  booked: ProductQuantities | undefined,
): PreorderEvent {
  const stores = event.stores.toSorted((a, b) => byFinnishName(a, b) || a.id - b.id)
  const [first] = stores
  const place = stores.find(({ id }) => id === activeStoreId) ?? first
  // Events without a store that takes their orders were left out.
  if (!place) throw new Error(`Event ${event.id} has no store`)
  return {
    id: event.id,
    name: textInLanguage(event.names, language),
    description: textInLanguage(event.descriptions, language),
    start_date: event.startDate,
    end_date: event.endDate,
    order_until: orderUntil(event, place.timeZone).toISOString(),
    stores: stores.map(({ id, name }) => ({ id, name })),
    preorder_event_items: toItemsResponse(event.items, booked),
  }
}
