import {
  type Basket,
  type BasketEntry,
  EMPTY_BASKET,
  onStoreChange,
  parseBasket,
  removeItem,
  type StoreChange,
} from '#domain/basket.ts'
import { eraseStored, readStored, writeStored } from '#web/api/browser-storage.ts'
import { storedChanges } from '#web/api/stored-changes.ts'

/** The local storage keys of one basket: its lines, and the store they were taken in. */
export interface BasketKeys {
  lines: string
  store: string
}

const { subscribe, tell } = storedChanges()

/** A basket kept in local storage. It is read anew each time, so that two tabs never overwrite each other's lines. */
export function createBasketStore(keys: BasketKeys) {
  let lastRead: { json: string | null; basket: Basket } = { json: null, basket: EMPTY_BASKET }

  const basket = (): Basket => {
    const json = readStored(keys.lines)
    // The same object for the same content: React compares by identity.
    if (json !== lastRead.json) lastRead = { json, basket: parseBasket(json) }
    return lastRead.basket
  }
  const put = (changed: Basket) => {
    writeStored(keys.lines, JSON.stringify(changed))
    tell()
  }
  const storeId = (): number | null => Number(readStored(keys.store)) || null

  return {
    subscribe,
    basket,
    put,
    /** One product's entry as it was before, undefined for none; the others stay as they are now. */
    putEntry: (productId: number, entry: BasketEntry | undefined) => {
      const others = removeItem(basket(), productId)
      put(entry ? { ...others, [productId]: entry } : others)
    },
    storeId,
    /** The basket belongs to the active store: another one means a new basket. Answers whether that happened. */
    enterStore: ({ activeStoreId, allProducts }: Omit<StoreChange, 'storedStoreId'>): boolean => {
      const entered = onStoreChange(basket(), { storedStoreId: storeId(), activeStoreId, allProducts })
      if (!entered.changed) return false
      writeStored(keys.store, String(entered.storedStoreId))
      put(entered.basket)
      return true
    },
    /** Nothing of the basket stays in this browser. */
    erase: () => {
      eraseStored(keys.lines)
      eraseStored(keys.store)
      tell()
    },
  }
}

export const basketStore = createBasketStore({ lines: 'basket-lines', store: 'basket-store' })
