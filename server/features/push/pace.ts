import { setTimeout as sleep } from 'node:timers/promises'

/** Lets so many pass in a second, evenly, in the order in which they come. */
export function pace(perSecond: number): () => Promise<void> {
  const gapMs = 1000 / perSecond
  let next = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(next, now)
    next = at + gapMs
    if (at > now) await sleep(at - now)
  }
}
