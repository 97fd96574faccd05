import { KeptValues, type Worth } from './kept-values.ts'

const kept = new KeptValues(() => localStorage)

export const readStored = (key: string): string | null => kept.read(key)
export const eraseStored = (key: string): void => kept.erase(key)
export const storedKeys = (prefix: string): string[] => kept.keys(prefix)

/** Returns whether the value outlasts the page. */
export const writeStored = (key: string, value: string, worth?: Worth): boolean => kept.write(key, value, worth)

/** Whether any work of the user will be lost with the page. */
export const hasLooseWork = (): boolean => kept.hasLooseWork()
export const onLooseWork = (listener: () => void): (() => void) => kept.onLooseWork(listener)

/** Survives a reload of this tab; other tabs do not see it. */
export const tabStorage = new KeptValues(() => sessionStorage)

/** Notifies subscribers that a stored value changed, in this tab or another one. */
export function storedChanges() {
  const listeners = new Set<() => void>()
  return {
    tell: () => listeners.forEach(listener => listener()),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      // Fires when another tab has written.
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}
