// How far the server's clock is ahead of this phone's. A Date header is accurate to a second plus the round trip.
let offsetMs = 0
const listeners = new Set<() => void>()

/** The server's time, in milliseconds: every countdown uses it, since a phone's clock may be hours off. */
export const serverNow = (): number => Date.now() + offsetMs

/** Calls back when the known offset of the server's clock changes. Returns the unsubscribe function. */
export function onServerClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Updates the offset from the response to a request sent at `sentMs` (by this phone's clock). The server set the header between
 * sending and receiving: an offset within these bounds is kept, so that no countdown jitters.
 */
export function updateServerTime(headers: Headers, sentMs: number): void {
  const secondMs = Date.parse(headers.get('Date') ?? '')
  const receivedMs = Date.now()
  // No Date header, or the phone's clock was set back meanwhile.
  if (Number.isNaN(secondMs) || receivedMs < sentMs) return
  const minOffsetMs = secondMs - receivedMs
  const maxOffsetMs = secondMs + 1000 - sentMs
  const newOffsetMs = Math.min(maxOffsetMs, Math.max(minOffsetMs, offsetMs))
  if (newOffsetMs === offsetMs) return
  offsetMs = newOffsetMs
  for (const listener of listeners) listener()
}
