import { DAY_MS } from '#domain/durations.ts'
import { plusDays } from '#domain/zoned-time.ts'

const DAYS_PER_WEEK = 7

/** Dates as yyyy-mm-dd; an empty `until` means none. */
export type RepeatedDates = {
  start: string
  end: string
  until: string
}

/**
 * The dates of a repeated event: on the same days of the week, as many weeks later as needed for its first day, and its last
 * order day, to be after today.
 */
export function repeatedDates({ start, end, until }: RepeatedDates, today: string): RepeatedDates {
  const first = until !== '' && until < start ? until : start
  const behind = (Date.parse(today) - Date.parse(first)) / DAY_MS
  const days = DAYS_PER_WEEK * Math.max(1, Math.floor(behind / DAYS_PER_WEEK) + 1)
  return { start: plusDays(start, days), end: plusDays(end, days), until: until && plusDays(until, days) }
}
