/** Tells whoever shows something stored that it changed, in this tab or another one. */
export function storedChanges() {
  const listeners = new Set<() => void>()
  return {
    tell: () => listeners.forEach(listener => listener()),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      // Another tab wrote: this one shows the same.
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}
