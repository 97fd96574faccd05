import { SafeStorage, type StoragePriority } from './stored-values.ts'

const permanentStorage = new SafeStorage(() => localStorage)

export const readStored = (key: string): string | null => permanentStorage.read(key)
export const eraseStored = (key: string): void => permanentStorage.erase(key)
export const storedKeys = (prefix: string): string[] => permanentStorage.keys(prefix)

/** Returns whether the value outlasts the page. */
export const writeStored = (key: string, value: string, priority?: StoragePriority): boolean =>
  permanentStorage.write(key, value, priority)

/** Whether any work of the user will be lost with the page. */
export const hasLooseWork = (): boolean => permanentStorage.hasLooseWork()
export const onLooseWork = (listener: () => void): (() => void) => permanentStorage.onLooseWork(listener)

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
