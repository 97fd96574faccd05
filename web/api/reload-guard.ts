import { useSyncExternalStore } from 'react'

interface Hold {
  isHeld: () => boolean
  subscribe: (listener: () => void) => () => void
}

let hold: Hold = { isHeld: () => false, subscribe: () => () => undefined }

/** Names what the page must not be reloaded under: a payment. Told once, at the start. */
export function holdReloadsWhile(reason: Hold): void {
  hold = reason
}

export const mayReload = (): boolean => !hold.isHeld()

const subscribe = (listener: () => void) => hold.subscribe(listener)

export const useMayReload = (): boolean => useSyncExternalStore(subscribe, mayReload)

/** Reloads the page as soon as nothing stands in the way; at once when nothing does. */
export function reloadWhenAllowed(): void {
  if (mayReload()) return location.reload()
  const stop = hold.subscribe(() => {
    if (!mayReload()) return
    stop()
    location.reload()
  })
}
