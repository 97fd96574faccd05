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
