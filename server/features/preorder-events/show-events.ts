import type { PreorderEvent } from '#contract/preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import { byFinnishName } from '#domain/finnish-order.ts'
import { leftOf, orderUntil, takesOrders, type EventItem } from '#domain/preorder-event.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Context } from '#server/context.ts'
import { textIn } from '../products/text-in.ts'
import { findOpenEvents, type OpenEvent } from './queries.ts'

/** `activeStoreId` null: who has not chosen a store. */
type Reader = { activeStoreId: number | null; language: LanguageCode }

/** The events that take orders now in one of their stores at least. */
export async function showEvents(context: Context, reader: Reader): Promise<PreorderEvent[]> {
  const now = context.now()
  const open = await findOpenEvents(context.db)
  return open
    .filter(event => event.stores.some(({ timeZone }) => takesOrders(event, timeZone, now)))
    .map(event => showEvent(event, reader))
}

function showEvent(event: OpenEvent, { activeStoreId, language }: Reader): PreorderEvent {
  const stores = event.stores.toSorted((a, b) => byFinnishName(a, b) || a.id - b.id)
  const [first] = stores
  const place = stores.find(({ id }) => id === activeStoreId) ?? first
  // An event without a store that takes its orders was left out.
  if (!place) throw new Error(`Event ${event.id} has no store`)
  return {
    id: event.id,
    name: textIn(event.names, language),
    description: textIn(event.descriptions, language),
    start_date: event.startDate,
    end_date: event.endDate,
    order_until: orderUntil(event, place.timeZone).toISOString(),
    stores: stores.map(({ id, name }) => ({ id, name })),
    preorder_event_items: showItems(event.items),
  }
}

/** What is left of each product of an event. */
export const showItems = (items: readonly EventItem[]) =>
  items.map(({ productId, capThousandths, bookedThousandths }) => {
    const left = leftOf(capThousandths, bookedThousandths)
    return { product_id: productId, left: left === null ? null : quantityFromThousandths(left) }
  })
