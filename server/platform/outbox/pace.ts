import { setTimeout as sleep } from 'node:timers/promises'

/** Waking this late means that the processor is overloaded. */
const BUSY_AFTER_MS = 25
const LONGEST_REST_MS = 300

/**
 * Lets at most `perSecond` calls pass in a second, evenly and in order; fewer while the process is busy: a call that wakes late
 * makes the next one wait three times as long as it was late.
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
