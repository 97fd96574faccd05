import { type Basket, hasQuantity } from '#domain/orders/basket.ts'
import { enterEvent } from '#domain/preorders/preorder-basket.ts'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { createBasketStore } from './basket-store.ts'

const lines = createBasketStore({ lines: 'preorder-basket-lines', store: 'preorder-basket-store' })
const EVENT_KEY = 'preorder-basket-event'
const CHANGED_KEY = 'preorder-basket-changes'

const eventId = (): number | null => Number(readStored(EVENT_KEY)) || null

type Event = { id: number; products: readonly { id: number }[] }

/** What the shopper chose of an event; with the event, and the pre-order whose place it is to take, if any. */
export const preorderBasketStore = {
  ...lines,
  eventId,
  /** The pre-order that is being changed. */
  changedId: (): number | null => Number(readStored(CHANGED_KEY)) || null,
  /** Lists the event's products. Those of another event go, and nothing is being changed any more. */
  enterEvent: ({ id, products }: Event) => {
    const isOther = eventId() !== id
    const entered = enterEvent(lines.basket(), { storedEventId: eventId(), eventId: id, products })
    if (isOther) eraseStored(CHANGED_KEY)
    writeStored(EVENT_KEY, String(id))
    // Nothing is written where nothing changes: whoever listens would be told for ever.
    if (isOther || JSON.stringify(entered) !== JSON.stringify(lines.basket())) lines.put(entered)
  },
  /** Loads a booked pre-order, to book another one in its place. */
  beginChange: (changed: { id: number; eventId: number; basket: Basket }) => {
    writeStored(EVENT_KEY, String(changed.eventId))
    writeStored(CHANGED_KEY, String(changed.id))
    lines.put(changed.basket)
  },
  /** After a booking, and when a change is given up. */
  empty: () => {
    eraseStored(CHANGED_KEY)
    lines.put({})
  },
  isStarted: () => hasQuantity(lines.basket()),
  erase: () => {
    eraseStored(EVENT_KEY)
    eraseStored(CHANGED_KEY)
    lines.erase()
  },
}
