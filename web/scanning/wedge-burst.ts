import { hasValidCheckDigit, normaliseGtin } from '#domain/barcode.ts'

/** A key in a scanner's burst: a digit or letter, the scanner's end of line, or any other. */
export type WedgeKey = { char: string } | 'end' | 'other'

/** What to do with a key press. */
export type KeyVerdict = {
  /** The page must not receive it. */
  swallow: boolean
  /** The first key of a burst: the caller should save the field's value. */
  begins?: true
  /** The keys so far came from a scanner: what they typed must be removed. */
  restore?: true
  code?: string
}

const BURST_GAP_MS = 50
// A person does not type four keys in a row this fast.
const SURE_AFTER_KEYS = 4

const PASS: KeyVerdict = { swallow: false }
const SWALLOW: KeyVerdict = { swallow: true }

/** Distinguishes a scanner that types like a keyboard from a person. Times are milliseconds of one clock. */
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
   * Called once no key has come for a while: a scanner without an end of line has then read a whole code. A partial code stays: a
   * busy page delivers keys late, and the next key's own time shows whether it belongs to them.
   */
  const fallSilent = (): string | undefined =>
    normaliseGtin(text) !== undefined && hasValidCheckDigit(text) ? end() : undefined
  return { press, fallSilent }
}

/**
 * Uses the position of the key, so that a phone's keyboard layout can't change digits. Letters typed into a field belong to it,
 * however fast: the codes on goods are digits, and texts may be pasted key by key.
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
