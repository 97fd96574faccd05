import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 20
/** The most that a check takes without other load: a pause and a few calls within one process. */
const MAX_UNLOADED_CHECK_MS = 50
const GIVEN_UP_AFTER_MS = 10_000

/**
 * The time until `isTrue` returned true, in milliseconds of an otherwise idle machine: a check that other processes slowed down
 * counts as at most 50 ms. For promises of "within a second", which must not depend on the machine's other load. Throws after
 * ten seconds of wall-clock time.
 */
export async function unloadedMsUntil(isTrue: () => Promise<boolean>): Promise<number> {
  const begunMs = performance.now()
  let unloadedMs = 0
  for (let checkedMs = begunMs; !(await isTrue());) {
    await sleep(PAUSE_MS)
    const nowMs = performance.now()
    if (nowMs - begunMs > GIVEN_UP_AFTER_MS) throw new Error('the condition did not become true')
    unloadedMs += Math.min(nowMs - checkedMs, MAX_UNLOADED_CHECK_MS)
    checkedMs = nowMs
  }
  return unloadedMs
}
