import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 20
/** A pause, a few calls within one process, and no wait for a processor. */
const LONGEST_CALM_LOOK_MS = 50
const GIVEN_UP_AFTER_MS = 10_000

/**
 * How long it took until `isSeen` saw it, in ms of a machine that does nothing else: a look that others on the processors
 * made long counts as a short one. What a server promises to do within a second is held to that, and not to the load
 * beside it. Fails after ten seconds of the wall's clock.
 */
export async function calmMsUntil(isSeen: () => Promise<boolean>): Promise<number> {
  const begunMs = performance.now()
  let calmMs = 0
  for (let lookedMs = begunMs; !(await isSeen());) {
    await sleep(PAUSE_MS)
    const nowMs = performance.now()
    if (nowMs - begunMs > GIVEN_UP_AFTER_MS) throw new Error('it was never seen')
    calmMs += Math.min(nowMs - lookedMs, LONGEST_CALM_LOOK_MS)
    lookedMs = nowMs
  }
  return calmMs
}
