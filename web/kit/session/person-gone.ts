const listeners = new Set<() => void>()

/** Calls back when a person has logged out, or was turned away; not when a session merely ran out. Returns what stops it. */
export function onPersonGone(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announcePersonGone(): void {
  for (const listener of listeners) listener()
}
