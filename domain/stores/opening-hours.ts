import { toInstant, isoWeekday, plusDays, zonedTime } from '#domain/zoned-time.ts'

export type DayHours = {
  /** HH:mm in the store's time zone (seconds, which databases add, are dropped). */
  opensAt: string
  /** HH:mm; at or before opensAt means that time on the next day, '24:00' is midnight. */
  closesAt: string
}

export type WeekdayHours = DayHours & {
  /** Monday is 1, Sunday 7; a weekday without a row is closed. */
  weekday: number
}

export type HoursException = {
  /** yyyy-mm-dd */
  date: string
  /** Both null or missing: closed that day. */
  opensAt?: string | null
  closesAt?: string | null
}

export type OpeningHours = {
  weekly: readonly WeekdayHours[]
  exceptions?: readonly HoursException[]
  /** Open around the clock, except on the exceptions. */
  alwaysOpen?: boolean
  timeZone: string
}

export type OpeningState = {
  open: boolean
  opensAt?: string
  closesAt?: string
  /** ISO 8601 UTC; missing when nothing changes in the coming two weeks. */
  nextChange?: string
}

/** Instants in milliseconds since 1970: `from` belongs to it, `to` does not. */
export type HoursInterval = {
  from: number
  to: number
}

const MINUTES_PER_DAY = 1440
const DAYS_AHEAD = 14

/** Whether a store is open now, today's hours, and when it next opens or closes. */
export function openingState(hours: OpeningHours & { now: Date }): OpeningState {
  if (hours.alwaysOpen && !hours.exceptions?.length) return { open: true }
  const now = hours.now.getTime()
  const today = zonedTime(now, hours.timeZone).date
  const intervals = openIntervals(hours, today)
  const current = intervals.find(({ from, to }) => from <= now && now < to)
  const changeAt = current ? current.to : intervals.find(({ from }) => from > now)?.from
  const horizon = toInstant(plusDays(today, DAYS_AHEAD), 0, hours.timeZone)
  const [todayHours] = openingDays(hours, today, 1)
  return {
    open: current !== undefined,
    ...(todayHours && !todayHours.isAllDay && todayHours.hours),
    ...(changeAt !== undefined && changeAt < horizon && { nextChange: new Date(changeAt).toISOString() }),
  }
}

/** A day of a store's calendar. */
export type OpeningDay = {
  /** yyyy-mm-dd */
  date: string
  /** Missing: closed all day. */
  hours?: DayHours
  /** Around the clock, as on all days of a store that is always open. */
  isAllDay: boolean
  isException: boolean
}

/** The published hours of a number of days starting on a date. */
export function openingDays(hours: OpeningHours, from: string, count: number): OpeningDay[] {
  return Array.from({ length: count }, (_, index) => {
    const date = plusDays(from, index)
    const isException = (hours.exceptions ?? []).some(each => each.date === date)
    const dayHours = hoursOn(hours, date)
    const isAllDay = hours.alwaysOpen === true && !isException
    return { date, isException, isAllDay, ...(dayHours && { hours: dayHours }) }
  })
}

const AROUND_THE_CLOCK: DayHours = { opensAt: '00:00', closesAt: '24:00' }

function hoursOn({ weekly, exceptions = [], alwaysOpen }: OpeningHours, date: string): DayHours | undefined {
  const exception = exceptions.find(each => each.date === date)
  const usual = alwaysOpen ? AROUND_THE_CLOCK : weekly.find(each => each.weekday === isoWeekday(date))
  const { opensAt, closesAt } = exception ?? usual ?? {}
  return opensAt && closesAt ? { opensAt: opensAt.slice(0, 5), closesAt: closesAt.slice(0, 5) } : undefined
}

/** When the store is open, from the day before `from`, whose hours may extend past midnight, on; adjacent hours are merged. */
export function openIntervals(hours: OpeningHours, from: string, days = DAYS_AHEAD + 1): HoursInterval[] {
  const merged: HoursInterval[] = []
  for (let day = -1; day < days; day++) {
    const interval = intervalOn(hours, plusDays(from, day))
    const last = merged.at(-1)
    if (!interval) continue
    if (last && interval.from <= last.to) last.to = Math.max(last.to, interval.to)
    else merged.push(interval)
  }
  return merged
}

function intervalOn(hours: OpeningHours, date: string): HoursInterval | undefined {
  const day = hoursOn(hours, date)
  if (!day) return undefined
  const opens = toMinutes(day.opensAt)
  const closes = toMinutes(day.closesAt)
  return {
    from: toInstant(date, opens, hours.timeZone),
    to: toInstant(date, closes > opens ? closes : closes + MINUTES_PER_DAY, hours.timeZone),
  }
}

/** Of the day, from HH:mm; '24:00' is 1440. */
export function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
