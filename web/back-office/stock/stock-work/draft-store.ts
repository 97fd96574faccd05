import { readDraft, type Draft } from './stock-draft.ts'
import type { WorkKind } from './stock-address.ts'
import { type StoredValue, storedValue } from './stored-value.ts'

const stores = new Map<string, StoredValue<Draft>>()

/** Nobody else's. Unlike `randomUUID` it is there without https too. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** What is being received, counted, wasted or corrected in a store: a reload or a lost network loses nothing of it. */
export function draftStore(storeId: number, kind: WorkKind): StoredValue<Draft> {
  const name = `stock-draft-${storeId}-${kind}`
  // Without one that was kept, the key must stay the same from one look to the next.
  const known = stores.get(name) ?? storedValue(name, (kept, onUnreadable) => readDraft(kept, newKey, onUnreadable))
  stores.set(name, known)
  return known
}
