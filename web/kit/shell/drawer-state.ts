import { useSyncExternalStore } from 'react'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'

const STORAGE_KEY = 'drawer-state'
const OPEN_VALUE = 'open'

const listeners = new Set<() => void>()

const isDrawerOpen = (): boolean => readStored(STORAGE_KEY) === OPEN_VALUE

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens or closes the admin's drawer; the state survives reloads. */
export function setDrawerOpen(isOpen: boolean): void {
  if (isOpen) writeStored(STORAGE_KEY, OPEN_VALUE)
  else eraseStored(STORAGE_KEY)
  listeners.forEach(listener => listener())
}

export const useDrawerOpen = (): boolean => useSyncExternalStore(subscribe, isDrawerOpen)
