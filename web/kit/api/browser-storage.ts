import { SafeStorage, type StoragePriority } from './stored-values.ts'

const permanent = new SafeStorage(() => localStorage)

export const readStored = (key: string): string | null => permanent.read(key)
export const eraseStored = (key: string): void => permanent.erase(key)
export const storedKeys = (prefix: string): string[] => permanent.keys(prefix)

/** Returns whether the value outlasts the page. */
export const writeStored = (key: string, value: string, priority?: StoragePriority): boolean =>
  permanent.write(key, value, priority)

/** Whether any work of the user will be lost with the page. */
export const hasLooseWork = (): boolean => permanent.hasLooseWork()
export const onLooseWork = (listener: () => void): (() => void) => permanent.onLooseWork(listener)

/** Survives a reload of this tab; other tabs do not see it. */
export const tabStorage = new SafeStorage(() => sessionStorage)

/** Notifies subscribers that a stored value changed, in this tab or another one. */
export function storedChanges() {
  const listeners = new Set<() => void>()
  return {
    notify: () => listeners.forEach(listener => listener()),
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
