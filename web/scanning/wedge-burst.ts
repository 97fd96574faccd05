import { hasValidCheckDigit, normaliseGtin } from '#domain/barcode.ts'

/** A key as a scanner's burst knows it: a digit or letter, the scanner's end of line, or any other. */
export type WedgeKey = { char: string } | 'end' | 'other'

/** What becomes of a key press. */
export interface KeyVerdict {
  /** The page must not see it. */
  swallow: boolean
  /** The first key of a burst has come: what it may spoil is worth remembering. */
  begins?: true
  /** The keys so far came from a scanner: what they have typed must go again. */
  restore?: true
  code?: string
}

const BURST_GAP_MS = 50
// Nobody types four keys so fast one after the other.
const SURE_AFTER_KEYS = 4

const PASS: KeyVerdict = { swallow: false }
const SWALLOW: KeyVerdict = { swallow: true }

/** Tells a scanner that types like a keyboard from a person who does. Times are milliseconds of one clock. */
export function createBurstReader() {
  let text = ''
  let lastMs = -Infinity

  const end = (): string => {
    const whole = text
    text = ''
    lastMs = -Infinity
    return whole
  }
  const press = (key: WedgeKey, atMs: number): KeyVerdict => {
    const goesOn = atMs - lastMs <= BURST_GAP_MS
    const isSure = goesOn && text.length >= SURE_AFTER_KEYS
    if (key === 'end') return isSure ? { swallow: true, code: end() } : (end(), PASS)
    if (key === 'other') return (end(), PASS)
    lastMs = atMs
    text = goesOn ? text + key.char : key.char
    if (text.length === 1) return { swallow: false, begins: true }
    if (text.length === SURE_AFTER_KEYS) return { swallow: true, restore: true }
    return isSure ? SWALLOW : PASS
  }
  /**
   * Called once the keys have been silent for long: a scanner without an end of line has then read a whole code. Half
   * a code stays: a page at work hands keys on late, and the next key's own time says whether it belongs to them.
   */
  const fallSilent = (): string | undefined =>
    normaliseGtin(text) !== undefined && hasValidCheckDigit(text) ? end() : undefined
  return { press, fallSilent }
}

/**
 * By the place of the key, so that a phone's keyboard layout can't turn digits into something else. Letters that
 * come into a field are its own, however fast: the codes on goods are digits, and texts may be pasted key by key.
 */
export function wedgeKey(
  { code, key, shiftKey }: Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'>,
  { inField = false } = {},
): WedgeKey {
  const [, digit, letter] = /^(?:(?:Digit|Numpad)(\d)|Key([A-Z]))$/.exec(code) ?? []
  if (digit !== undefined) return { char: digit }
  if (letter !== undefined && inField) return 'other'
  if (letter !== undefined) return { char: shiftKey ? letter : letter.toLowerCase() }
  return key === 'Enter' || key === 'Tab' ? 'end' : 'other'
}
