import type { RecordFields } from '#domain/record-fields.ts'

/** The company that runs the stores. The limits of the contract and the form follow it. */
export const OPERATOR_FIELDS = {
  name: { kind: 'text', maxLength: 200, required: true },
  business_id: { kind: 'text', maxLength: 50 },
  address: { kind: 'text', maxLength: 300 },
  email: { kind: 'text', maxLength: 254 },
  phone: { kind: 'text', maxLength: 50 },
} as const satisfies RecordFields

/** The country of a locale such as fi-FI; null: it has none. */
export const findCountry = (locale: string): string | null => new Intl.Locale(locale).region ?? null

/** What is wrong with a business id: its form or its check digit. Only ids of Finland are checked; an empty one has no problem. */
export function businessIdProblem(text: string, country: string | null): 'format' | 'digit' | undefined {
  const typed = withHyphens(text.trim())
  if (country !== 'FI' || typed === '' || isBusinessId(typed)) return undefined
  return /^\d{6,7}-\d$/.test(typed) ? 'digit' : 'format'
}

/** Hyphens in place of dashes and of no-break hyphens, as texts copied from a page have them. */
export const withHyphens = (text: string): string => text.replaceAll(/[\u2010-\u2015\u2212]/g, '-')

const CHECK_DIGIT_WEIGHTS = [7, 9, 10, 5, 8, 4, 2]

/**
 * Whether a text is a Finnish business id (Y-tunnus): seven digits, a hyphen and a check digit; the oldest have six digits.
 * The check digit is computed from the weighted digit sum modulo 11; ids with a remainder of 1 are not issued.
 */
export function isBusinessId(text: string): boolean {
  const match = /^(\d{6,7})-(\d)$/.exec(withHyphens(text.trim()))
  const [, digits = '', last] = match ?? []
  if (Number(digits) === 0) return false
  const sum = digits
    .padStart(7, '0')
    .split('')
    .reduce((total, digit, at) => total + Number(digit) * (CHECK_DIGIT_WEIGHTS[at] ?? 0), 0)
  const remainder = sum % 11
  if (remainder === 1) return false
  return Number(last) === (remainder === 0 ? 0 : 11 - remainder)
}
