import { hasValidCheckDigit, normaliseGtin } from './gtin.ts'

/**
 * What a GS1 code with application identifiers contains about a product, besides its GTIN. Dates are yyyy-mm-dd; a day of 00 means the last of
 * the month. Sources: GS1 General Specifications, release 24, chapter 3; GS1 Digital Link URI Syntax 1.4.
 */
export type Gs1Code = {
  /** 14 digits with a valid check digit. */
  gtin14: string
  /** Net weight (AI 310n). */
  weightThousandths?: number
  /** Price in the shop's currency (AI 392n). */
  priceCents?: number
  /** AI 15. */
  bestBefore?: string
  /** AI 17. */
  useBy?: string
  /** AI 10. */
  lot?: string
  /** AI 21. */
  serial?: string
}

const FIELD_SEPARATOR = '\u001d'
/** Data of these application identifiers has a fixed length, and no separator behind it. By the first two digits. */
const FIXED_LENGTH: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '20': 2,
  '41': 13,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map(ai => [ai, 6])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map(ai => [ai, 6])),
}
const MAX_VARIABLE = 90
/** The digits of an application identifier, by its first two; other beginnings are not assigned. */
const IDENTIFIER_LENGTH: Readonly<Record<string, number>> = {
  ...byStart(2, '00 01 02 03 04 10 11 12 13 14 15 16 17 18 19 20 21 22 30 37 90 91 92 93 94 95 96 97 98 99'),
  ...byStart(3, '23 24 25 40 41 42 71'),
  ...byStart(4, '31 32 33 34 35 36 39 43 70 72 80 81 82'),
}

function byStart(length: number, starts: string): Record<string, number> {
  return Object.fromEntries(starts.split(' ').map(start => [start, length]))
}

/**
 * The GS1 data of a code's text: element strings, or a Digital Link. Undefined for any other text. What follows an element that
 * can't be read is left out, since the GTIN identifies the product. `year`: the present one, which decides the century of dates.
 */
export function parseGs1Code(text: string, year = 2000): Gs1Code | undefined {
  const elements = /^https?:\/\//i.test(text) ? linkElements(text) : stringElements(text)
  const gtin14 = normaliseGtin(elements?.get('01') ?? '')
  if (!elements || gtin14 === undefined || !hasValidCheckDigit(gtin14)) return undefined
  const code: Gs1Code = { gtin14 }
  for (const [ai, value] of elements) Object.assign(code, readMeaning(ai, value, year))
  return code
}

function readMeaning(ai: string, value: string, year: number): Partial<Gs1Code> {
  if (/^310[0-5]$/.test(ai)) return numberAs('weightThousandths', value, 3 - Number(ai[3]))
  if (/^392[0-9]$/.test(ai)) return numberAs('priceCents', value, 2 - Number(ai[3]))
  if (ai === '15' || ai === '17') {
    const date = readDate(value, year)
    return date === undefined ? {} : { [ai === '15' ? 'bestBefore' : 'useBy']: date }
  }
  if (ai === '10') return { lot: value }
  return ai === '21' ? { serial: value } : {}
}

/** Left out when it isn't whole in our unit: half a gram, or a tenth of a cent. */
function numberAs(name: 'weightThousandths' | 'priceCents', digits: string, shift: number): Partial<Gs1Code> {
  if (!/^\d+$/.test(digits)) return {}
  const value = shift >= 0 ? Number(digits) * 10 ** shift : Number(digits) / 10 ** -shift
  return Number.isSafeInteger(value) ? { [name]: value } : {}
}

/** yymmdd as yyyy-mm-dd; undefined if invalid. The year is from 49 before to 50 after the present one (GS1, section 7.12). */
function readDate(digits: string, present: number): string | undefined {
  const [, yy = '', mm = '', dd = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  const first = present - 49
  const [year, month] = [first + ((((Number(yy) - first) % 100) + 100) % 100), Number(mm)]
  if (month < 1 || month > 12) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const day = dd === '00' ? last : Number(dd)
  return day > last ? undefined : `${year}-${mm}-${String(day).padStart(2, '0')}`
}

/** Concatenated elements, as a decoder returns them, or with their identifiers in parentheses. */
function stringElements(text: string): Map<string, string> {
  if (text.startsWith('(')) return parenthesisedElements(text)
  const elements = new Map<string, string>()
  // A scanner may put the symbology in front, and code the first separator too.
  let rest = withoutSeparator(text.replace(/^\](?:d2|Q3|C1|e0)/, ''))
  while (rest !== '') {
    const start = rest.slice(0, 2)
    const ai = rest.slice(0, IDENTIFIER_LENGTH[start] ?? 2)
    const length = FIXED_LENGTH[start] ?? lengthToSeparator(rest, ai)
    const value = rest.slice(ai.length, ai.length + length)
    if (!/^\d+$/.test(ai) || value.length < length || value === '' || value.includes(FIELD_SEPARATOR)) break
    if (start in IDENTIFIER_LENGTH && !elements.has(ai)) elements.set(ai, value)
    rest = withoutSeparator(rest.slice(ai.length + length))
  }
  return elements
}

function parenthesisedElements(text: string): Map<string, string> {
  const elements = new Map<string, string>()
  for (const [, ai = '', value = ''] of text.matchAll(/\((\d{2,4})\)([^(]+)/gy))
    if (!elements.has(ai)) elements.set(ai, value)
  return elements
}

const withoutSeparator = (text: string) => (text.startsWith(FIELD_SEPARATOR) ? text.slice(1) : text)

function lengthToSeparator(rest: string, ai: string): number {
  const end = rest.indexOf(FIELD_SEPARATOR, ai.length)
  return Math.min((end < 0 ? rest.length : end) - ai.length, MAX_VARIABLE)
}

/** Names that the first links had in place of application identifiers. */
const IDENTIFIER_CODES: Readonly<Record<string, string>> = { gtin: '01', cpv: '22', lot: '10', ser: '21' }

/** `https://any.example/path/01/06401234567897/10/L7?17=261231`: identifiers and values by turns from `/01/` on, then the query. */
function linkElements(text: string): Map<string, string> | undefined {
  try {
    const { pathname, searchParams } = new URL(text)
    const parts = pathname.split('/').map(decodeURIComponent)
    const from = parts.findIndex(
      (part, index) => toIdentifier(part) === '01' && /^\d{8,14}$/.test(parts[index + 1] ?? ''),
    )
    if (from < 0 && !searchParams.has('01')) return undefined
    const pairs = (from < 0 ? [] : parts.slice(from)).flatMap((part, index, all) =>
      index % 2 === 0 ? [[part, all[index + 1] ?? ''] as const] : [],
    )
    const elements = [...searchParams, ...pairs].map(([name, value]) => [toIdentifier(name), value] as const)
    return new Map(elements.filter(([ai, value]) => /^\d{2,4}$/.test(ai) && value !== ''))
  } catch {
    return undefined
  }
}

const toIdentifier = (name: string): string => IDENTIFIER_CODES[name.toLowerCase()] ?? name
