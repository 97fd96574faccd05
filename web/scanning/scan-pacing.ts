import { normaliseGtin } from '#domain/catalogue/barcode.ts'

type ScanClock = {
  nowMs: () => number
  /** Called when a picture has been decoded. */
  tick: () => void
}

// Longer than an ordinary picture takes, shorter than any meaningful pause.
const LONGEST_STEP_MS = 150

/**
 * Counts the milliseconds of active scanning. A busy phone or a paused scanner sees nothing for a while: a code has then not gone
 * out of view, and a second read is not late.
 */
export function createScanClock(realNowMs: () => number): ScanClock {
  let passedMs = 0
  let lastTickMs = realNowMs()
  return {
    nowMs: () => passedMs,
    tick: () => {
      const nowMs = realNowMs()
      passedMs += Math.min(nowMs - lastTickMs, LONGEST_STEP_MS)
      lastTickMs = nowMs
    },
  }
}

/** Tips when no code is found: another distance, light, or typing the number. */
export type ScanTip = 'distance' | 'torch' | 'manual'

const TIPS: readonly { tip: ScanTip; afterMs: number }[] = [
  { tip: 'manual', afterMs: 8000 },
  { tip: 'torch', afterMs: 6000 },
  { tip: 'distance', afterMs: 3000 },
]

/** The tip after this long without a code. `canLight`: there is a light, and it is off. */
export function tipAfter(fruitlessMs: number, canLight: boolean): ScanTip | null {
  const due = TIPS.find(({ tip, afterMs }) => fruitlessMs >= afterMs && (tip !== 'torch' || canLight))
  return due?.tip ?? null
}

type Sighting = {
  lastSeenMs: number
  isTaken: boolean
}

/** The codes that are in view now, and whether each was counted already. */
type CodeDebounce = ReadonlyMap<string, Sighting>

// With only a check digit, a misread passes now and then; two equal misreads in a row have not been observed.
const EQUAL_READS_WITHIN_MS = 300
const OUT_OF_VIEW_AFTER_MS = 700

export const NOTHING_SEEN: CodeDebounce = new Map()

/**
 * Adds one read of a code at a time in milliseconds. The code is taken at its second equal read, once for as long as it stays in
 * view, and again when it comes back after at least 700 ms out of view.
 */
export function sightCode(
  sightings: CodeDebounce,
  code: string,
  nowMs: number,
): { sightings: CodeDebounce; isTaken: boolean } {
  // One barcode may be read as UPC-A one time and as EAN-13 the next.
  const key = normaliseGtin(code) ?? code
  const inView = [...sightings].filter(([, sighting]) => nowMs - sighting.lastSeenMs < OUT_OF_VIEW_AFTER_MS)
  const previous = new Map(inView).get(key)
  const isConfirmed = previous !== undefined && nowMs - previous.lastSeenMs <= EQUAL_READS_WITHIN_MS
  const wasTaken = previous?.isTaken === true
  const sighting = { lastSeenMs: nowMs, isTaken: wasTaken || isConfirmed }
  return { sightings: new Map([...inView, [key, sighting]]), isTaken: isConfirmed && !wasTaken }
}

/** Whether a code was read so recently that the next frames should come quickly. */
export function awaitsSecondRead(sightings: CodeDebounce, nowMs: number): boolean {
  return [...sightings.values()].some(
    ({ isTaken, lastSeenMs }) => !isTaken && nowMs - lastSeenMs <= EQUAL_READS_WITHIN_MS,
  )
}
