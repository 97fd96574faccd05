// How far the server's clock is ahead of this phone's: each answer's Date header says it to within a second and the time the answer took.
let offsetMs = 0
const listeners = new Set<() => void>()

/** The time by the server's clock, in milliseconds: what every countdown counts by, since a phone's clock may be hours off. */
export const serverNow = (): number => Date.now() + offsetMs

/** Calls back when the server's clock turns out to differ from what was known. Returns what stops it. */
export function onServerClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Learns the server's time from an answer to what was sent at `sentMs` (by this phone's clock). The header's second began somewhere between
 * sending and receiving: within these bounds the known offset stays, so that no countdown trembles.
 */
export function hearServerTime(headers: Headers, sentMs: number): void {
  const secondMs = Date.parse(headers.get('Date') ?? '')
  const receivedMs = Date.now()
  // The clock was set meanwhile, so nothing can be said.
  if (Number.isNaN(secondMs) || receivedMs < sentMs) return
  const leastMs = secondMs - receivedMs
  const mostMs = secondMs + 1000 - sentMs
  const heardMs = Math.min(mostMs, Math.max(leastMs, offsetMs))
  if (heardMs === offsetMs) return
  offsetMs = heardMs
  for (const listener of listeners) listener()
}
