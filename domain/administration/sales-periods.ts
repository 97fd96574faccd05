import { MINUTE_MS } from '#domain/durations.ts'
import { toInstant, isoWeekday, plusDays, zonedTime } from '#domain/zoned-time.ts'

/** From one instant (inclusive) to another (exclusive), in milliseconds. */
export type TimeSpan = { from: number; until: number }

/** The compared periods, by the wall clock of one time zone. All of them lie between `weekBefore.from` and now. */
export type SalesPeriods = {
  today: TimeSpan
  /** The same weekday a week ago, up to the same time of day. */
  dayBefore: TimeSpan
  /** All of that day. */
  wholeDayBefore: TimeSpan
  /** From Monday on. */
  week: TimeSpan
  /** The week before, up to the same weekday and time of day. */
  weekBefore: TimeSpan
}

const DAYS_OF_A_WEEK = 7

/** Periods by the wall clock: a day on which daylight saving begins or ends is compared up to the same wall clock time. */
export function salesPeriods(now: number, timeZone: string): SalesPeriods {
  const { date, wallMs } = zonedTime(now, timeZone)
  const minutes = (wallMs + (now % 1000) - Date.parse(`${date}T00:00:00Z`)) / MINUTE_MS
  const sameDay = plusDays(date, -DAYS_OF_A_WEEK)
  const monday = plusDays(date, 1 - isoWeekday(date))
  const midnight = (day: string) => toInstant(day, 0, timeZone)
  const sameMoment = toInstant(sameDay, minutes, timeZone)
  return {
    today: { from: midnight(date), until: now },
    dayBefore: { from: midnight(sameDay), until: sameMoment },
    wholeDayBefore: { from: midnight(sameDay), until: midnight(plusDays(sameDay, 1)) },
    week: { from: midnight(monday), until: now },
    weekBefore: { from: midnight(plusDays(monday, -DAYS_OF_A_WEEK)), until: sameMoment },
  }
}

/** The change in whole per cent; undefined when `before` is not above 0. */
export function changePercent(now: number, before: number): number | undefined {
  return before > 0 ? Math.round(((now - before) / before) * 100) : undefined
}
