import { hasValidCheckDigit } from './gtin.ts'

/** A dark bar, in modules from the left edge of the light zone before the first bar. */
export type Bar = {
  at: number
  width: number
}

export type BarPattern = {
  kind: 'ean13' | 'ean8' | 'itf14'
  /** As printed under the bars. */
  digits: string
  /** The total width, light zones included. */
  modules: number
  bars: Bar[]
}

/** The seven modules of a digit left of the middle, with an odd number of dark ones; GS1 General Specifications 5.2. */
const ODD_PATTERNS = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const RIGHT_PATTERNS = ODD_PATTERNS.map(modules => modules.replaceAll(/./g, module => (module === '1' ? '0' : '1')))
const EVEN_PATTERNS = RIGHT_PATTERNS.map(modules => modules.split('').toReversed().join(''))

/** Which of the six left digits are even; this pattern encodes the first digit of an EAN-13. */
const PARITY_PATTERNS = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ')
const SIDE_GUARD = '101'
const MIDDLE_GUARD = '01010'
const EAN13_LIGHT = { left: 11, right: 7 }
const EAN8_LIGHT = { left: 7, right: 7 }

/** Five bars or spaces of a digit, two of them wide. */
const INTERLEAVED_PATTERNS = 'nnwwn wnnnw nwnnw wwnnn nnwnw wnwnn nwwnn nnnww wnnwn nwnwn'.split(' ')
const WIDE_RATIO = 2.5
const ITF_LIGHT = 10

/**
 * The bars of a code of 8, 12, 13 or 14 digits; undefined for any other text and for a wrong check digit. 14 digits with a
 * leading zero are drawn as the 13 after it, and 13 digits with five leading zeros as an EAN-8.
 */
export function barPattern(code: string): BarPattern | undefined {
  if (!/^(\d{8}|\d{12,14})$/.test(code) || !hasValidCheckDigit(code)) return undefined
  const digits = code.padStart(14, '0')
  if (!digits.startsWith('0')) return itf14(digits)
  return digits.startsWith('000000') ? ean8(digits.slice(6)) : ean13(digits.slice(1))
}

const encodeDigits = (digits: string, table: (index: number) => readonly string[]) =>
  digits
    .split('')
    .map((digit, index) => table(index)[Number(digit)])
    .join('')

function ean13(digits: string): BarPattern {
  const parity = PARITY_PATTERNS[Number(digits[0])] ?? ''
  const left = encodeDigits(digits.slice(1, 7), index => (parity[index] === 'E' ? EVEN_PATTERNS : ODD_PATTERNS))
  const modules = SIDE_GUARD + left + MIDDLE_GUARD + encodeDigits(digits.slice(7), () => RIGHT_PATTERNS) + SIDE_GUARD
  const shown = `${digits.slice(0, 1)} ${digits.slice(1, 7)} ${digits.slice(7)}`
  return { kind: 'ean13', digits: shown, ...eanBars(modules, EAN13_LIGHT) }
}

function ean8(digits: string): BarPattern {
  const left = encodeDigits(digits.slice(0, 4), () => ODD_PATTERNS)
  const modules = SIDE_GUARD + left + MIDDLE_GUARD + encodeDigits(digits.slice(4), () => RIGHT_PATTERNS) + SIDE_GUARD
  return { kind: 'ean8', digits: `${digits.slice(0, 4)} ${digits.slice(4)}`, ...eanBars(modules, EAN8_LIGHT) }
}

function eanBars(modules: string, light: { left: number; right: number }) {
  const bars = [...modules.matchAll(/1+/g)].map(({ index, 0: run }) => ({ at: light.left + index, width: run.length }))
  return { modules: light.left + modules.length + light.right, bars }
}

/** The first digit of each pair is encoded in the bars, the second in the spaces between them. */
function itf14(digits: string): BarPattern {
  const pairs = digits.match(/../g) ?? []
  const body = pairs.map(pair =>
    interleaveBars(INTERLEAVED_PATTERNS[Number(pair[0])] ?? '', INTERLEAVED_PATTERNS[Number(pair[1])] ?? ''),
  )
  const bars: Bar[] = []
  let at = ITF_LIGHT
  for (const [index, run] of ['nnnn', ...body, 'wnn'].join('').split('').entries()) {
    const width = run === 'w' ? WIDE_RATIO : 1
    if (index % 2 === 0) bars.push({ at, width })
    at += width
  }
  const shown = `${digits.slice(0, 1)} ${digits.slice(1, 3)} ${digits.slice(3, 8)} ${digits.slice(8, 13)} ${digits.slice(13)}`
  return { kind: 'itf14', digits: shown, modules: at + ITF_LIGHT, bars }
}

const interleaveBars = (bars: string, spaces: string) =>
  bars
    .split('')
    .map((run, index) => run + (spaces[index] ?? ''))
    .join('')
