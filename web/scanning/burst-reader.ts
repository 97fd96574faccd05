import { hasValidCheckDigit, normaliseGtin } from '#domain/catalogue/gtin.ts'
import { toProductCode } from '#domain/catalogue/scanned-code.ts'

/** A key with a character: as the keyboard layout of this device writes it, and as that of the USA does. */
type CharacterKey = {
  char: string
  charInUsa: string
  /** A letter or sign typed into a field, which belongs to the field unless a scanner has begun to name the symbology. */
  isForField?: boolean
}

/** A key in a scanner's burst: a character, the scanner's end of line, or any other. */
type WedgeKey = CharacterKey | 'end' | 'other'

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

// Between the keys of a scanner. A radio link or a busy phone delays some of them; after a real burst, even by a second.
const BURST_GAP_MS = 50
const LATE_GAP_MS = 250
const BROKEN_GAP_MS = 1000
// A person does not type four keys in a row this fast, nor a whole code with every gap below the second limit.
const SURE_AFTER_KEYS = 4
const TYPED_GAP_MS = 100
/** A scan that breaks off with fewer characters may have been a hand on the keyboard. */
const MIN_BROKEN = 6

const PASS: KeyVerdict = { swallow: false }
const SWALLOW: KeyVerdict = { swallow: true }

/** Whether the text names a product, with a right check digit. */
function isCode(text: string): boolean {
  const gtin14 = normaliseGtin(toProductCode(text))
  return gtin14 !== undefined && hasValidCheckDigit(gtin14)
}

type Burst = {
  text: string
  textInUsa: string
  lastMs: number
  /** Keys in succession without a pause. */
  fastKeys: number
  maxGapMs: number
  isSure: boolean
  /** Whether any key went to a field. */
  isInField: boolean
}

const NO_BURST: Burst = {
  text: '',
  textInUsa: '',
  lastMs: -Infinity,
  fastKeys: 0,
  maxGapMs: 0,
  isSure: false,
  isInField: false,
}

/** A scanner's signs are those of its own layout: the text with which a code makes sense. */
const toText = ({ text, textInUsa }: Burst): string => (!isCode(text) && isCode(textInUsa) ? textInUsa : text)

/** Whether keys that were too slow for a scanner are one's all the same. A field submits what a person typed into it. */
const isSlowScan = (burst: Burst): boolean =>
  isCode(toText(burst)) && (!burst.isInField || burst.maxGapMs <= TYPED_GAP_MS)

const canBegin = (char: string) => /[0-9A-Za-z\]]/.test(char)

/**
 * Distinguishes a scanner that types like a keyboard from a person. Times are milliseconds of one clock. All keys of a burst are one
 * code, also after a delay: a part of a code may be valid by chance. A broken code is returned as it is, so that the shopper is told.
 */
export function createBurstReader() {
  let burst = NO_BURST
  let hasEndKey = false

  const end = (): string => {
    const text = toText(burst)
    burst = NO_BURST
    return text
  }
  const pressEnd = (isInTime: boolean): KeyVerdict => {
    if (isInTime && burst.isSure) {
      hasEndKey = true
      return { swallow: true, code: end() }
    }
    if (!isInTime || !isSlowScan(burst)) return (end(), PASS)
    return { swallow: true, restore: true, code: end() }
  }
  const add = ({ char, charInUsa, isForField }: CharacterKey, atMs: number): KeyVerdict => {
    const wasSure = burst.isSure
    const isFirst = burst.text === ''
    const gapMs = isFirst ? 0 : atMs - burst.lastMs
    const fastKeys = gapMs <= BURST_GAP_MS ? burst.fastKeys + 1 : 1
    burst = {
      text: burst.text + char,
      textInUsa: burst.textInUsa + charInUsa,
      lastMs: atMs,
      fastKeys,
      maxGapMs: Math.max(burst.maxGapMs, gapMs),
      isSure: wasSure || fastKeys >= SURE_AFTER_KEYS,
      isInField: burst.isInField || isForField !== undefined,
    }
    if (isFirst) return { swallow: false, begins: true }
    if (wasSure) return SWALLOW
    return burst.isSure ? { swallow: true, restore: true } : PASS
  }
  const press = (key: WedgeKey, atMs: number): KeyVerdict => {
    const isInTime = burst.text !== '' && atMs - burst.lastMs <= (burst.isSure ? BROKEN_GAP_MS : LATE_GAP_MS)
    if (key === 'end') return pressEnd(isInTime)
    if (key === 'other') return (end(), PASS)
    if (!isInTime) burst = NO_BURST
    if (key.isForField === true && !burst.text.startsWith(']')) return (end(), PASS)
    return isInTime || canBegin(key.char) ? add(key, atMs) : PASS
  }
  /**
   * Called once no key has come for a while: a scanner without an end of line has then read a whole code. A partial code stays: a
   * busy page delivers keys late, and the next key's own time shows whether it belongs to them. So does the beginning of a code from a
   * scanner that ends them, though it may be valid by itself.
   */
  const fallSilent = (): string | undefined => {
    const isScan = isCode(toText(burst)) && (burst.isSure || !burst.isInField)
    return isScan && !hasEndKey ? end() : undefined
  }
  /** Called once no key can belong to the burst any more. Returns what a scanner has left, so that nothing is lost silently. */
  const breakOff = (): string | undefined => {
    const isBroken = burst.isSure && burst.text.length >= MIN_BROKEN
    const text = end()
    return isBroken ? text : undefined
  }
  return { press, fallSilent, breakOff }
}

/** The signs of Code 39, of links and of GS1 element strings, as the keys of the USA's layout write them: plain and with Shift. */
const SIGNS_IN_USA: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Semicolon: [';', ':'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
}
/** Ends a GS1 element of variable length; scanners press Ctrl and ] for it. */
const SEPARATOR = '\u001d'

type PressedKey = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'> & { ctrlKey?: boolean; isAltGraph?: boolean }

/**
 * Digits and letters by the position of the key, so that a phone's keyboard layout can't change them; signs also as this device writes
 * them, since scanners may be set to the layout of the USA, Finland or Sweden. Letters typed into a field belong to it, however
 * fast: the codes on goods are digits, and texts may be pasted key by key.
 */
export function wedgeKey(pressed: PressedKey, { inField = false } = {}): WedgeKey {
  const { code, key, shiftKey, ctrlKey = false, isAltGraph = false } = pressed
  if (key === 'Enter' || key === 'Tab') return 'end'
  if (ctrlKey && !isAltGraph) {
    return code === 'BracketRight'
      ? { char: SEPARATOR, charInUsa: SEPARATOR, ...(inField && { isForField: true }) }
      : 'other'
  }
  const [, digit, letter] = /^(?:(?:Digit|Numpad)(\d)|Key([A-Z]))$/.exec(code) ?? []
  if (digit !== undefined && !isAltGraph) return toDigit(digit, pressed, inField)
  if (letter !== undefined) {
    const char = shiftKey ? letter : letter.toLowerCase()
    return { char, charInUsa: char, ...(inField && { isForField: true }) }
  }
  return toSign(pressed, inField)
}

/** With Shift it is a sign, or a digit of a scanner that takes the caps lock for granted. */
const toDigit = (digit: string, { key, shiftKey }: PressedKey, inField: boolean): CharacterKey => ({
  char: shiftKey && key.length === 1 ? key : digit,
  charInUsa: digit,
  ...(inField && { isForField: false }),
})

function toSign({ code, key, shiftKey }: PressedKey, inField: boolean): WedgeKey {
  const signs = SIGNS_IN_USA[code]
  const charInUsa = signs?.[shiftKey ? 1 : 0] ?? key
  // A dead key writes nothing of its own. Codes have hyphens, and hardly ever the plus sign that is in their place in Finland.
  const char = key.length === 1 && code !== 'Minus' ? key : charInUsa
  if (char.length !== 1) return 'other'
  // A symbology identifier begins with a bracket: the keyboards of Finland and Sweden have another sign on its key.
  const isBracket = char === ']' || charInUsa === ']'
  return { char: isBracket ? ']' : char, charInUsa, ...(inField && { isForField: !isBracket }) }
}
