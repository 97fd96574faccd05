import {
  type Basket,
  type BasketEntry,
  EMPTY_BASKET,
  hasQuantity,
  onStoreChange,
  parseBasket,
  type ParsedBasket,
  removeItem,
  type StoreChange,
} from '#domain/orders/basket.ts'
import { eraseStored, readStored, storedChanges, writeStored } from '#web/kit/api/browser-storage.ts'

/** The local storage keys of one basket: its lines, and the store in which they were taken. */
type BasketKeys = {
  lines: string
  store: string
}

const { subscribe, notify } = storedChanges()

/** Reads the lines, and keeps the unreadable ones until they are taken. */
function linesReader(key: string) {
  let last: { json: string | null; basket: Basket } = { json: null, basket: EMPTY_BASKET }
  let unreadable: ParsedBasket['unreadable'] = []
  return {
    basket: (): Basket => {
      const json = readStored(key)
      // The same object for the same content: React compares by identity.
      if (json !== last.json) {
        const parsed = parseBasket(json)
        last = { json, basket: parsed.basket }
        if (parsed.unreadable.length > 0) unreadable = parsed.unreadable
      }
      return last.basket
    },
    consumeUnreadable: (): ParsedBasket['unreadable'] => {
      const lost = unreadable
      unreadable = []
      return lost
    },
  }
}

/** A basket in local storage. Each access reads it again, so that two tabs never overwrite each other's lines. */
export function createBasketStore(keys: BasketKeys) {
  const lines = linesReader(keys.lines)
  const { basket } = lines
  const put = (changed: Basket) => {
    writeStored(keys.lines, JSON.stringify(changed), hasQuantity(changed) ? 'work' : 'setting')
    notify()
  }
  const storeId = (): number | null => Number(readStored(keys.store)) || null

  return {
    subscribe,
    basket,
    put,
    /** Restores one line's entry, undefined for none; the others stay as they are now. */
    putEntry: (key: number | string, entry: BasketEntry | undefined) => {
      const others = removeItem(basket(), key)
      put(entry ? { ...others, [key]: entry } : others)
    },
    storeId,
    /** The unreadable lines, for a single notice: they are also removed from storage. */
    consumeUnreadable: (): ParsedBasket['unreadable'] => {
      const readable = basket()
      const lost = lines.consumeUnreadable()
      if (lost.length > 0) put(readable)
      return lost
    },
    /** The basket belongs to the active store: another store starts a new basket. Returns whether that happened. */
    enterStore: ({ activeStoreId, allProducts }: Omit<StoreChange, 'storedStoreId'>): boolean => {
      const entered = onStoreChange(basket(), { storedStoreId: storeId(), activeStoreId, allProducts })
      if (!entered.changed) return false
      writeStored(keys.store, String(entered.storedStoreId))
      put(entered.basket)
      return true
    },
    /** Removes the basket from this browser. */
    erase: () => {
      eraseStored(keys.lines)
      eraseStored(keys.store)
      notify()
    },
  }
}

export const basketStore = createBasketStore({ lines: 'basket-lines', store: 'basket-store' })
