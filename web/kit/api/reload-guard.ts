import { useSyncExternalStore } from 'react'

type ReloadBlock = {
  isBlocked: () => boolean
  subscribe: (listener: () => void) => () => void
}

let block: ReloadBlock = { isBlocked: () => false, subscribe: () => () => undefined }

/** Sets the reason that blocks reloads, such as a payment. Called once, at the start. */
export function blockReloadsWhile(reason: ReloadBlock): void {
  block = reason
}

let holders = 0
const listeners = new Set<() => void>()

function changeHolders(change: 1 | -1): void {
  holders += change
  listeners.forEach(listener => listener())
}

/** Also blocks reloads until the returned function is called: something typed is not saved yet. */
export function blockReloads(): () => void {
  changeHolders(1)
  return () => changeHolders(-1)
}

export const mayReload = (): boolean => holders === 0 && !block.isBlocked()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = block.subscribe(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

export const useMayReload = (): boolean => useSyncExternalStore(subscribe, mayReload)

/** Reloads the page as soon as nothing blocks it. */
export function reloadWhenAllowed(): void {
  if (mayReload()) return location.reload()
  const stop = subscribe(() => {
    if (!mayReload()) return
    stop()
    location.reload()
  })
}
