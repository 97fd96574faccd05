import { isoWeekday, plusDays } from '#domain/zoned-time.ts'

const RETAINED_DAYS = 7
const RETAINED_WEEKS = 5
const RETAINED_MONTHS = 12

const dayKey = (at: Date) => at.toISOString().slice(0, 10)
const weekKey = (at: Date) => plusDays(dayKey(at), 1 - isoWeekday(dayKey(at)))
const monthKey = (at: Date) => dayKey(at).slice(0, 7)

/** The newest of each of the newest periods that have any. */
function newestOfEach(newestFirst: readonly Date[], getPeriod: (at: Date) => string, max: number): Date[] {
  const periods = Map.groupBy(newestFirst, getPeriod)
  return [...periods.values()].slice(0, max).flatMap(([newest]) => newest ?? [])
}

/** Which backups to keep, by their times (UTC): the newest of each of the last 7 days, 5 weeks and 12 months that have any. */
export function selectRetainedBackups(times: readonly Date[]): Set<Date> {
  const newestFirst = times.toSorted((a, b) => b.getTime() - a.getTime())
  return new Set([
    ...newestOfEach(newestFirst, dayKey, RETAINED_DAYS),
    ...newestOfEach(newestFirst, weekKey, RETAINED_WEEKS),
    ...newestOfEach(newestFirst, monthKey, RETAINED_MONTHS),
  ])
}
