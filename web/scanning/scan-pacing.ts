import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import type { ListedDigits } from '#domain/catalogue/listed-digits.ts'
import type { Sight } from './greys.ts'
import { isSharpened, type ScanPass } from './scan-passes.ts'

type ScanClock = {
  nowMs: () => number
  /** Called when a picture has been decoded. */
  tick: () => void
}

// Longer than an ordinary picture takes, shorter than any meaningful pause.
const MAX_STEP_MS = 150

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
      passedMs += Math.min(nowMs - lastTickMs, MAX_STEP_MS)
      lastTickMs = nowMs
    },
  }
}

/** Between two decoded pictures: each one at 30 a second, every second one at 60, with some room for jitter. */
export const MIN_INTERVAL_MS = 25

/** Tips when no code is found: a straight hold, another distance, light, or typing the number. */
export type ScanTip = 'straight' | 'distance' | 'torch' | 'manual'

/** The tip after this long without a code, by what was seen last. `canLight`: there is a light, and it is off. */
export function tipAfter(fruitlessMs: number, canLight: boolean, { hasBars, isDark }: Sight): ScanTip | null {
  if (fruitlessMs >= 8000) return 'manual'
  if (canLight && fruitlessMs >= (isDark ? 1500 : 6000)) return 'torch'
  if (hasBars && fruitlessMs >= 1500) return 'straight'
  return fruitlessMs >= 3000 ? 'distance' : null
}

type Sighting = {
  lastSeenMs: number
  /** Equal reads in succession. */
  reads: number
  isTaken: boolean
  /** It needs a third read. */
  isWeak: boolean
}

/** The codes that are in view now, and whether each was counted already. */
type CodeDebounce = ReadonlyMap<string, Sighting>

const EQUAL_READS_WITHIN_MS = 300
const OUT_OF_VIEW_AFTER_MS = 700
/** Of an EAN-8. */
const SHORT_DIGITS = 8

export const NOTHING_SEEN: CodeDebounce = new Map()

export type CodeRead = {
  code: string
  pass: ScanPass
  /** The digits that the product list confirms; undefined without a list. */
  listed?: ListedDigits | undefined
  /** All codes of the same picture, which are in different places. */
  together?: readonly string[] | undefined
}

// One barcode may be read as UPC-A one time and as EAN-13 the next.
const toKey = (code: string) => normaliseGtin(code) ?? code

const NONE: ReadonlySet<string> = new Set()

type SightingResult = {
  sightings: CodeDebounce
  /** Whether this read makes the code count. */
  isTaken?: boolean
  /** Whether the code counts, now or since an earlier read. */
  isCounted?: boolean
}

/**
 * Adds one read of a code at a time in milliseconds. The code is taken once for as long as it stays in view, and again when it comes
 * back after at least 700 ms out of view:
 * - at its second equal read within 300 ms. With only a check digit, a misread passes now and then.
 * - at its third while it is in view, if the list does not know it. Blur may make the same misread several times, and beside a code
 *   that counts it is ignored: it is a misread of that, or a second code of the same goods.
 * - at its third, if it is short and there is no list: a part of a longer code may look like it.
 * - without a list, beside a code that counts only if one picture shows both. What is read by turns with it is a misread of it.
 * - never if only sharpened pictures show it, unless the list confirms each digit: they may show bars that are not there, and no list
 *   has the weight or price of a label.
 */
export function sightCode(
  sightings: CodeDebounce,
  { code, pass, listed, together = [] }: CodeRead,
  nowMs: number,
): SightingResult {
  const key = toKey(code)
  const inView = new Map([...sightings].filter(([, { lastSeenMs }]) => nowMs - lastSeenMs < OUT_OF_VIEW_AFTER_MS))
  const seen = inView.get(key)
  const wasTaken = seen?.isTaken ?? false
  const isWeak = listed === 'none' || (listed === undefined && code.length === SHORT_DIGITS)
  const apart = listed === undefined ? new Set(together.map(toKey)) : NONE
  const isDoubtful = isWeak || listed === undefined
  const isBesideAnother =
    isDoubtful && !wasTaken && [...inView].some(([other, { isTaken }]) => isTaken && !apart.has(other))
  if (isBesideAnother || (!seen && isSharpened(pass) && listed !== 'all')) return { sightings: inView }
  const isRepeated = seen && (isWeak || nowMs - seen.lastSeenMs <= EQUAL_READS_WITHIN_MS)
  const reads = isRepeated ? seen.reads + 1 : 1
  const isCounted = wasTaken || reads > (isWeak ? 2 : 1)
  inView.set(key, { lastSeenMs: nowMs, reads, isTaken: isCounted, isWeak })
  return { sightings: inView, isTaken: isCounted && !wasTaken, isCounted }
}

/** Turning a package to its other code takes less; showing the next package usually takes longer. */
const SAME_PACKAGE_WITHIN_MS = 2000

/** A package whose code counts: whether a code without its lot was read of it, and one with. */
type ShownPackage = { lastSeenMs: number; isPlain: boolean; hasLot: boolean }

const UNSEEN: ShownPackage = { lastSeenMs: -Infinity, isPlain: false, hasLot: false }

/**
 * A package may have an EAN and another code that names its lot, in one picture or on two sides. Returns what to pass on of the
 * texts that name a code, at a time in milliseconds: the code of a package, with its lot if that is known; or the lot of a package
 * that was passed on without it. What is read soon after the other code of a package, and after no further product, is that package.
 */
export function createLotReader() {
  const shown = new Map<string, ShownPackage>()
  let lastTaken = ''
  return (
    { code, texts }: { code: string; texts: readonly string[] },
    { isTaken = false, isCounted = false }: Pick<SightingResult, 'isTaken' | 'isCounted'>,
    nowMs: number,
  ): { code: string } | { lot: string } | undefined => {
    if (!isCounted) return undefined
    const key = toKey(code)
    const last = shown.get(key) ?? UNSEEN
    const withLot = texts.find(text => text !== code)
    const read = { isPlain: texts.includes(code), hasLot: withLot !== undefined }
    const isOtherCode = !(last.isPlain && read.isPlain) && !(last.hasLot && read.hasLot)
    const isTurned = isOtherCode && lastTaken === key && nowMs - last.lastSeenMs <= SAME_PACKAGE_WITHIN_MS
    const isNew = isTaken && !isTurned
    const before = isNew ? UNSEEN : last
    if (isTaken) lastTaken = key
    shown.set(key, {
      lastSeenMs: nowMs,
      isPlain: before.isPlain || read.isPlain,
      hasLot: before.hasLot || read.hasLot,
    })
    if (isNew) return { code: withLot ?? code }
    return withLot !== undefined && !before.hasLot ? { lot: withLot } : undefined
  }
}

/**
 * Whether a code was read so recently that the next frames should come quickly, and be read in the same way. Other passes are a better
 * check of a weak code.
 */
export function awaitsSecondRead(sightings: CodeDebounce, nowMs: number): boolean {
  return [...sightings.values()].some(
    ({ isTaken, isWeak, lastSeenMs }) => !isTaken && !isWeak && nowMs - lastSeenMs <= EQUAL_READS_WITHIN_MS,
  )
}
