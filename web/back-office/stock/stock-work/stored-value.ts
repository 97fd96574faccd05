import { useSyncExternalStore } from 'react'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { storedChanges } from '#web/kit/api/stored-changes.ts'
import { tellUnreadableWork } from '#web/kit/api/unreadable-work.ts'

const changes = storedChanges()

export interface StoredValue<Value> {
  get: () => Value
  put: (value: Value) => void
  /** Reads again before it writes, so that two tabs never overwrite each other. */
  change: (by: (value: Value) => Value) => void
  erase: () => void
}

/** Parses a stored value, undefined for none; calls `onUnreadable` for each part that it leaves out. */
type Read<Value> = (kept: unknown, onUnreadable: () => void) => Value

/** A value stored in the browser over reloads and lost networks. `read` must accept whatever an earlier version stored. */
export function storedValue<Value>(key: string, read: Read<Value>): StoredValue<Value> {
  let last: { json: string | null; value: Value } | undefined
  const get = (): Value => {
    const json = readStored(key)
    // The same object for the same content: React compares by identity.
    if (!last || json !== last.json) last = { json, value: read(parsed(json), tellUnreadableWork) }
    return last.value
  }
  const put = (value: Value) => {
    writeStored(key, JSON.stringify(value), 'work')
    changes.tell()
  }
  return {
    get,
    put,
    change: by => put(by(get())),
    erase: () => {
      eraseStored(key)
      changes.tell()
    },
  }
}

function parsed(json: string | null): unknown {
  if (json === null) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

export const useStoredValue = <Value>(stored: StoredValue<Value>): Value =>
  useSyncExternalStore(changes.subscribe, stored.get)
