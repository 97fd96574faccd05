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
