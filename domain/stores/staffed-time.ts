import { HOUR_MS } from '#domain/durations.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import { alcoholIntervals } from './alcohol-hours.ts'
import {
  type HoursException,
  type HoursInterval,
  type OpeningHours,
  openIntervals,
  type WeekdayHours,
} from './opening-hours.ts'

/** When someone is in a store: the hours of a week with exceptions, and who is there besides. */
export type StaffedHours = {
  weekly: readonly WeekdayHours[]
  exceptions?: readonly HoursException[]
  /** Of people who are in the store now. */
  presences?: readonly HoursInterval[]
  timeZone: string
}

/** How long a presence lasts without a further press. */
export const MAX_PRESENCE_MS = 4 * HOUR_MS

/** When a check-in made now expires: at closing time, at the latest after four hours. */
export function presenceEnd(hours: OpeningHours, now: Date): Date {
  const at = now.getTime()
  const longest = at + MAX_PRESENCE_MS
  if (hours.alwaysOpen && !hours.exceptions?.length) return new Date(longest)
  const closing = openIntervals(hours, zonedTime(at, hours.timeZone).date).find(({ to }) => to > at)?.to
  return new Date(Math.min(longest, closing ?? longest))
}

/** Merged and in order; those that are over, too. */
function staffedIntervals(hours: StaffedHours, now: Date): HoursInterval[] {
  const planned = openIntervals(hours, zonedTime(now.getTime(), hours.timeZone).date)
  const all = [...planned, ...(hours.presences ?? [])].toSorted((a, b) => a.from - b.from)
  const merged: HoursInterval[] = []
  for (const { from, to } of all) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

const intersectIntervals = (some: readonly HoursInterval[], others: readonly HoursInterval[]): HoursInterval[] =>
  some.flatMap(one =>
    others
      .map(other => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => from < to),
  )

const nextOrCurrent = (intervals: readonly HoursInterval[], now: Date) => intervals.find(({ to }) => to > now.getTime())

/** The time in which someone is in the store now, else the next such time of the coming two weeks. */
export const staffedTime = (hours: StaffedHours, now: Date): HoursInterval | undefined =>
  nextOrCurrent(staffedIntervals(hours, now), now)

/** The time in which alcohol is sold now, else the next such time: while someone is there, within the country's hours. */
export function alcoholTime(hours: StaffedHours, now: Date): HoursInterval | undefined {
  const today = zonedTime(now.getTime(), hours.timeZone).date
  return nextOrCurrent(intersectIntervals(staffedIntervals(hours, now), alcoholIntervals(hours.timeZone, today)), now)
}

export const isWithin = (time: HoursInterval | undefined, now: Date): boolean =>
  time !== undefined && time.from <= now.getTime() && now.getTime() < time.to

/** A bottle that was scanned in the hours of sale may be paid for so long after them. */
export const PAID_AFTER_HOURS_MS = HOUR_MS

/** Whether alcohol that was scanned at a moment may be paid for now; `scannedAt` undefined: it was not. */
export function mayPayAlcohol(timeZone: string, { scannedAt, now }: { scannedAt: Date | undefined; now: Date }) {
  const at = now.getTime()
  const intervals = alcoholIntervals(timeZone, zonedTime(at, timeZone).date)
  if (intervals.some(interval => isWithin(interval, now))) return true
  if (scannedAt === undefined) return false
  const scannedIn = intervals.find(interval => isWithin(interval, scannedAt))
  return scannedIn !== undefined && scannedIn.to <= at && at < scannedIn.to + PAID_AFTER_HOURS_MS
}
