import { useSyncExternalStore } from 'react'

/** The overlay on any page of the back office: the palette, or the list of keys. */
type OfficeView = 'palette' | 'keys' | undefined

let shown: OfficeView
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function showOfficeView(view: OfficeView): void {
  shown = view
  listeners.forEach(listener => listener())
}

export const useOfficeView = (): OfficeView => useSyncExternalStore(subscribe, () => shown)
