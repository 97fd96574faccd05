export interface LookingClock {
  nowMs: () => number
  /** A picture has been looked at. */
  look: () => void
}

// Longer than an ordinary picture takes, shorter than any pause that means something.
const LONGEST_STEP_MS = 150

/**
 * Milliseconds during which someone was looking. A phone that is busy, or a scanner that pauses, sees nothing for a
 * while: then a code has not gone out of view, and a second read is not a late one.
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
