import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever wakes so late shares a processor that has more to do than it can. */
const BUSY_AFTER_MS = 25
const LONGEST_REST_MS = 300

/**
 * Lets so many pass in a second, evenly, in the order in which they come; fewer while the process is busy: who wakes late
 * rests for three times as long as that.
 */
export function pace(perSecond: number): () => Promise<void> {
  const gapMs = 1000 / perSecond
  let last = Promise.resolve()
  let due = 0
  async function wait(): Promise<void> {
    due = Math.max(due + gapMs, performance.now())
    if (due > performance.now()) await sleep(due - performance.now())
    const woke = performance.now()
    const lateMs = woke - due
    if (lateMs > BUSY_AFTER_MS) due = woke + Math.min(3 * lateMs, LONGEST_REST_MS)
  }
  return () => (last = last.then(wait))
}
