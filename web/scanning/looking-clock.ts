export type LookingClock = {
  nowMs: () => number
  /** Called when a picture has been decoded. */
  look: () => void
}

// Longer than an ordinary picture takes, shorter than any meaningful pause.
const LONGEST_STEP_MS = 150

/**
 * Counts the milliseconds of active scanning. A busy phone or a paused scanner sees nothing for a while: a code has then not gone
 * out of view, and a second read is not late.
 */
export function createLookingClock(realNowMs: () => number): LookingClock {
  let passedMs = 0
  let lastLookMs = realNowMs()
  return {
    nowMs: () => passedMs,
    look: () => {
      const nowMs = realNowMs()
      passedMs += Math.min(nowMs - lastLookMs, LONGEST_STEP_MS)
      lastLookMs = nowMs
    },
  }
}
