const listeners = new Set<() => void>()

/** Calls back when a user has logged out or was turned away; not when a session expired. Returns the unsubscribe function. */
export function onPersonGone(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announcePersonGone(): void {
  for (const listener of listeners) listener()
}
