import { hasValidCheckDigit, normaliseGtin } from './barcode.ts'

/**
 * What a two-dimensional GS1 code contains about a product, besides its GTIN. Dates are yyyy-mm-dd; a day of 00 means the last of
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

const SEPARATOR = '\u001d'
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

/** The GS1 data of a DataMatrix or QR code's text: element strings, or a Digital Link. Undefined for any other text. */
export function parseGs1Code(text: string): Gs1Code | undefined {
  const elements = /^https?:\/\//i.test(text) ? linkElements(text) : stringElements(text)
  const gtin14 = normaliseGtin(elements?.get('01') ?? '')
  if (!elements || gtin14 === undefined || !hasValidCheckDigit(gtin14)) return undefined
  const code: Gs1Code = { gtin14 }
  for (const [ai, value] of elements) Object.assign(code, readMeaning(ai, value))
  return code
}

function readMeaning(ai: string, value: string): Partial<Gs1Code> {
  if (/^310[0-5]$/.test(ai)) return numberAs('weightThousandths', value, 3 - Number(ai[3]))
  if (/^392[0-9]$/.test(ai)) return numberAs('priceCents', value, 2 - Number(ai[3]))
  if (ai === '15' || ai === '17') {
    const date = readDate(value)
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

/** yymmdd as yyyy-mm-dd; undefined if invalid. Years 00–49: 20yy, others: 19yy. */
function readDate(digits: string): string | undefined {
  const [, yy = '', mm = '', dd = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  const [year, month] = [Number(yy) + (Number(yy) < 50 ? 2000 : 1900), Number(mm)]
  if (month < 1 || month > 12) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const day = dd === '00' ? last : Number(dd)
  return day > last ? undefined : `${year}-${mm}-${String(day).padStart(2, '0')}`
}

/** Concatenated elements, as a decoder returns them, or with their identifiers in parentheses. */
function stringElements(text: string): Map<string, string> | undefined {
  if (text.startsWith('(')) {
    const parts = [...text.matchAll(/\((\d{2,4})\)([^(]+)/g)]
    const isWhole = parts.reduce((length, [part]) => length + part.length, 0) === text.length
    return isWhole ? new Map(parts.map(([, ai = '', value = '']) => [ai, value])) : undefined
  }
  const elements = new Map<string, string>()
  // A scanner may put the symbology in front, and code the first separator too.
  let rest = withoutSeparator(text.replace(/^\](?:d2|Q3|C1|e0)/, ''))
  while (rest !== '') {
    const [, ai] =
      /^(0[0-4]|1[0-9]|2[0-2]|24[0-3]|25[0134]|3[0-6]\d\d|37|30|39\d\d|4[0-2]\d|43\d\d|70\d\d|71\d|72\d\d|8\d{3}|9\d)/.exec(
        rest,
      ) ?? []
    if (ai === undefined) return undefined
    const length = FIXED_LENGTH[ai.slice(0, 2)] ?? lengthToSeparator(rest, ai)
    const value = rest.slice(ai.length, ai.length + length)
    if (value.length < length || value === '' || value.includes(SEPARATOR)) return undefined
    elements.set(ai, value)
    rest = withoutSeparator(rest.slice(ai.length + length))
  }
  return elements
}

const withoutSeparator = (text: string) => (text.startsWith(SEPARATOR) ? text.slice(1) : text)

function lengthToSeparator(rest: string, ai: string): number {
  const end = rest.indexOf(SEPARATOR, ai.length)
  return Math.min((end < 0 ? rest.length : end) - ai.length, MAX_VARIABLE)
}

/** `https://any.example/path/01/06401234567897/10/L7?17=261231`: identifiers and values by turns from `/01/` on, then the query. */
function linkElements(text: string): Map<string, string> | undefined {
  try {
    const { pathname, searchParams } = new URL(text)
    const parts = pathname.split('/').map(decodeURIComponent)
    const from = parts.indexOf('01')
    if (from < 0) return undefined
    const pairs = parts
      .slice(from)
      .flatMap((part, index, all) => (index % 2 === 0 ? [[part, all[index + 1] ?? '']] : []))
    return new Map([...searchParams, ...(pairs as [string, string][])].filter(([ai]) => /^\d{2,4}$/.test(ai)))
  } catch {
    return undefined
  }
}
