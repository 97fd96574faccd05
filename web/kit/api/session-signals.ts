import { eraseStored, readStored, writeStored } from './browser-storage.ts'

const STORAGE_KEY = 'puoti-csrf'

/** The token sent with every call. It is read each time, since another tab may have signed in meanwhile. */
export const csrfToken = (): string | null => readStored(STORAGE_KEY)

export const storeCsrfToken = (token: string): void => void writeStored(STORAGE_KEY, token)

export const eraseCsrfToken = (): void => eraseStored(STORAGE_KEY)

const listeners = new Set<() => void>()

const doubtListeners = new Set<(doubt: UserDoubt) => void>()

type UserDoubt = { isDisabled: boolean }

/** Calls back when the server reports that the user is disabled or not verified. Returns the unsubscribe function. */
export function onUserDoubted(listener: (doubt: UserDoubt) => void): () => void {
  doubtListeners.add(listener)
  return () => doubtListeners.delete(listener)
}

export function announceUserDoubted(doubt: UserDoubt): void {
  for (const listener of doubtListeners) listener(doubt)
}

/** Calls back when the server no longer has the session. Returns the unsubscribe function. */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceSessionLost(): void {
  for (const listener of listeners) listener()
}
