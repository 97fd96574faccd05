import { DAY_MS } from '#domain/durations.ts'

const WEIGHTS_FROM_RIGHT = [7, 3, 1] as const

/** The Finnish reference number (viitenumero) of an order id of 3 to 19 digits. Throws RangeError for other ids. */
export function referenceNumber(id: number | bigint): string {
  const digits = String(id)
  if (!/^[1-9]\d{2,18}$/.test(digits)) throw new RangeError(`A reference number needs 3 to 19 digits, not ${digits}`)
  return `${digits}${referenceCheckDigit(digits)}`
}

/** Whether the text is a reference number with a valid check digit, as printed (in groups) or plain. */
export function isReferenceNumber(text: string): boolean {
  const digits = text.replace(/\s/g, '')
  return /^[1-9]\d{3,19}$/.test(digits) && referenceCheckDigit(digits.slice(0, -1)) === Number(digits.at(-1))
}

/** In groups of five from the right, as on invoices: `1 23456 78907`. */
export function formatReferenceNumber(reference: string): string {
  return reference.replace(/\s/g, '').replace(/\B(?=(\d{5})+$)/g, ' ')
}

function referenceCheckDigit(digits: string): number {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const weight = WEIGHTS_FROM_RIGHT[index % WEIGHTS_FROM_RIGHT.length] ?? 0
      return total + Number(digit) * weight
    }, 0)
  return (10 - (sum % 10)) % 10
}

/**
 * The order ids that a number may refer to: an id, or a reference number, in groups or plain. Empty for text that is not a
 * number.
 */
export function ordersOfNumber(text: string): number[] {
  const digits = text.replace(/[\s#]/g, '')
  if (!/^\d{1,20}$/.test(digits)) return []
  const ids = isReferenceNumber(digits) ? [digits.slice(0, -1), digits] : [digits]
  return ids.map(Number).filter(id => id >= 1 && Number.isSafeInteger(id))
}

/** Whether a search is for a number rather than a shopper. */
export const isOrderNumber = (text: string): boolean => /^[\s#]*\d[\d\s]*$/.test(text)

/** An order's last four digits: enough to distinguish orders at one terminal. */
export const shortOrderNumber = (orderId: number): string => String(orderId).padStart(4, '0').slice(-4)

const WEEK_MS = 7 * DAY_MS
/** How many times more a shop may sell after a backup than in the week before it. */
const GROWTH_MARGIN = 3
const MIN_SKIPPED = 100

type RestoredNumbers = { ordersInWeekBefore: number; takenAt: Date; restoredAt: Date }

/**
 * How many order numbers to skip after a restore: as many as may have been issued between the backup and now, with a margin.
 * They appear on receipts and in terminals’ records, and must not be reused.
 */
export function orderNumbersAhead({ ordersInWeekBefore, takenAt, restoredAt }: RestoredNumbers): number {
  const weeks = Math.max(0, restoredAt.getTime() - takenAt.getTime()) / WEEK_MS
  return MIN_SKIPPED + Math.ceil(GROWTH_MARGIN * ordersInWeekBefore * weeks)
}
