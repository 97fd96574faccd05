import { isDay } from '#domain/format/iso-day.ts'
import { type ReportRecord, SettlementFault } from './settlement.ts'

/** Longer texts are no references. */
const MAX_REFERENCE_LENGTH = 100

/**
 * An amount as reports write it: 1234.56, 1234,56, 1 234,56 or 1.234,56. The last point or comma is the decimal sign: amounts of
 * money have decimals where their thousands are grouped. Undefined: it is none.
 */
export function parseDecimal(text: string): number | undefined {
  const plain = text.replaceAll(/[\s'’]/gu, '').replace('\u2212', '-')
  const [, sign = '', digits = ''] = /^([+-]?)([\d.,]+)$/.exec(plain) ?? []
  const decimalSign = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  const whole = (decimalSign < 0 ? digits : digits.slice(0, decimalSign)).replaceAll(/[.,]/g, '')
  const decimals = decimalSign < 0 ? '' : digits.slice(decimalSign + 1)
  if (whole === '' && decimals === '') return undefined
  return Number(`${sign}${whole || '0'}.${decimals || '0'}`)
}

/** Hundredths of the currency; parts of them are rounded. An empty cell is zero. Throws SettlementFault. */
export const readCents = (record: ReportRecord, column: string): number => toCents(readDecimal(record, column))

export function readDecimal(record: ReportRecord, column: string): number {
  const text = record.get(column)
  const value = text === '' ? 0 : parseDecimal(text)
  if (value === undefined || Math.abs(value) > 20_000_000)
    throw new SettlementFault('amount', { row: record.row, column })
  return value
}

/** Rounds half away from zero. */
export const toCents = (amount: number): number =>
  Math.sign(amount) * Math.round(Number((Math.abs(amount) * 100).toFixed(4))) + 0

/** yyyy-mm-dd of a date, or of a date with a time: 2026-11-30, 30-11-2026 or 30.11.2026. Undefined: it is none. */
export function parseDay(text: string): string | undefined {
  const [, iso, day = '', month = '', year = ''] =
    /^(?:(\d{4}-\d\d-\d\d)|(\d{1,2})[-./](\d{1,2})[-./](\d{4}))(?!\d)/.exec(text) ?? []
  const found = iso ?? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(found) && found.startsWith('20') ? found : undefined
}

/** The date of a column that must have one. Throws SettlementFault. */
export function readDay(record: ReportRecord, column: string): string {
  const found = parseDay(record.get(column))
  if (found === undefined) throw new SettlementFault('date', { row: record.row, column })
  return found
}

export const readReference = (record: ReportRecord, column: string): string =>
  record.get(column).slice(0, MAX_REFERENCE_LENGTH)

/** The reference of a column that must have one. Throws SettlementFault. */
export function readNeededReference(record: ReportRecord, column: string): string {
  const found = readReference(record, column)
  if (found === '') throw new SettlementFault('reference', { row: record.row, column })
  return found
}

/** Without what is empty, and each once. */
export const toKeys = (...keys: readonly (string | null | undefined)[]): string[] => [
  ...new Set(keys.flatMap(key => (key === '' ? [] : (key ?? [])))),
]

/** A service's own reference in the id that its adapter stored: `tender.reference time`. */
export const serviceReference = (transactionId: string | null): string | undefined =>
  transactionId?.split(' ')[0]?.split('.')[1]
