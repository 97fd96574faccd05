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

/** Tips when no code is found: another distance, light, or typing the number. */
export type LookingTip = 'distance' | 'torch' | 'manual'

const TIPS: readonly { tip: LookingTip; afterMs: number }[] = [
  { tip: 'manual', afterMs: 8000 },
  { tip: 'torch', afterMs: 6000 },
  { tip: 'distance', afterMs: 3000 },
]

/** The tip after this long without a code. `canLight`: there is a light, and it is off. */
export function tipAfter(fruitlessMs: number, canLight: boolean): LookingTip | null {
  const due = TIPS.find(({ tip, afterMs }) => fruitlessMs >= afterMs && (tip !== 'torch' || canLight))
  return due?.tip ?? null
}
