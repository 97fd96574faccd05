const listeners = new Set<() => void>()

/** Calls back when the server no longer knows the session. Returns what stops it. */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceSessionLost(): void {
  for (const listener of listeners) listener()
}
