import { readDraft, type Draft } from './stock-draft.ts'
import type { WorkKind } from './stock-address.ts'
import { type StoredValue, storedValue } from './stored-value.ts'

const stores = new Map<string, StoredValue<Draft>>()

/** A unique key. Unlike `randomUUID`, it works without https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** The draft of a delivery, count, waste or correction in a store; it survives a reload or a lost network. */
export function draftStore(storeId: number, kind: WorkKind): StoredValue<Draft> {
  const name = `stock-draft-${storeId}-${kind}`
  // Cached: if nothing is stored, repeated reads must return the same key.
  const known = stores.get(name) ?? storedValue(name, (kept, onUnreadable) => readDraft(kept, newKey, onUnreadable))
  stores.set(name, known)
  return known
}
