const listeners = new Set<() => void>()

const doubts = new Set<() => void>()

/** Calls back when the server reports that the phone is not verified. Returns the unsubscribe function. */
export function onPhoneDoubted(listener: () => void): () => void {
  doubts.add(listener)
  return () => doubts.delete(listener)
}

export function announcePhoneDoubted(): void {
  for (const listener of doubts) listener()
}

/** Calls back when the server no longer has the session. Returns the unsubscribe function. */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceSessionLost(): void {
  for (const listener of listeners) listener()
}
