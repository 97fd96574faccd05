import { isReferenceNumber } from '#domain/payments/reference-number.ts'

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
export const orderMark = (orderId: number): string => String(orderId).padStart(4, '0').slice(-4)

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** How many times more a shop may sell after a backup than in the week before it. */
const MARGIN = 3
const LEAST = 100

type Restoring = { ordersInWeekBefore: number; takenAt: Date; restoredAt: Date }

/**
 * How many order numbers to skip after a restore: as many as may have been issued between the backup and now, with a margin.
 * They appear on receipts and in terminals’ records, and must not be reused.
 */
export function orderNumbersAhead({ ordersInWeekBefore, takenAt, restoredAt }: Restoring): number {
  const weeks = Math.max(0, restoredAt.getTime() - takenAt.getTime()) / WEEK_MS
  return LEAST + Math.ceil(MARGIN * ordersInWeekBefore * weeks)
}
