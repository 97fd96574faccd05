import { type Basket, hasQuantity } from '#domain/orders/basket.ts'
import { enterEvent } from '#domain/preorders/preorder-basket.ts'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { createBasketStore } from './basket-store.ts'

const lineStore = createBasketStore({ lines: 'preorder-basket-lines', store: 'preorder-basket-store' })
const EVENT_KEY = 'preorder-basket-event'
const CHANGED_KEY = 'preorder-basket-changes'

const eventId = (): number | null => Number(readStored(EVENT_KEY)) || null

type OrderedEvent = { id: number; products: readonly { id: number }[] }

/** The shopper's choices for an event, with the event's id and, if any, the pre-order that they replace. */
export const preorderBasketStore = {
  ...lineStore,
  eventId,
  /** The pre-order that is being changed. */
  changedId: (): number | null => Number(readStored(CHANGED_KEY)) || null,
  /** Lists the event's products. Those of another event are removed, and a change of a pre-order ends. */
  enterEvent: ({ id, products }: OrderedEvent) => {
    const isOther = eventId() !== id
    const entered = enterEvent(lineStore.basket(), { storedEventId: eventId(), eventId: id, products })
    if (isOther) eraseStored(CHANGED_KEY)
    writeStored(EVENT_KEY, String(id))
    // Writes only if something changes: otherwise the listeners would be notified endlessly.
    if (isOther || JSON.stringify(entered) !== JSON.stringify(lineStore.basket())) lineStore.put(entered)
  },
  /** Loads a booked pre-order, to book another one in its place. */
  beginChange: (changed: { id: number; eventId: number; basket: Basket }) => {
    writeStored(EVENT_KEY, String(changed.eventId))
    writeStored(CHANGED_KEY, String(changed.id))
    lineStore.put(changed.basket)
  },
  /** After a booking, and when a change is abandoned. */
  empty: () => {
    eraseStored(CHANGED_KEY)
    lineStore.put({})
  },
  isStarted: () => hasQuantity(lineStore.basket()),
  erase: () => {
    eraseStored(EVENT_KEY)
    eraseStored(CHANGED_KEY)
    lineStore.erase()
  },
}
