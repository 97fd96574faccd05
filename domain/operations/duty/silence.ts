import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import {
  type HoursInterval,
  type OpeningHours,
  openingDays,
  openIntervals,
  toMinutes,
} from '#domain/stores/opening-hours.ts'
import { isoWeekday, plusDays, toInstant, zonedTime } from '#domain/zoned-time.ts'

/** How far back sales are counted. */
export const HISTORY_DAYS = 56
/** With fewer days on which it was open, a store is never reported as silent: their average is not reliable. */
export const MIN_HISTORY_DAYS = 14
/** A store is silent when the chance of no sale since the last one is at most this. */
const SILENCE_CHANCE = 1 / 1000
/** The same as a number of usual sales: about 6.9. */
export const SILENT_AFTER_SALES = -Math.log(SILENCE_CHANCE)
/** A busy store has more pauses: at the pace of a silence, at most so many of a month may be as long by chance. */
export const CHANCE_SILENCES_A_MONTH = 0.6
const MONTH_DAYS = 30
/** A cell of an hour and a weekday is mixed with this many open hours at the average of that hour over all days. */
const PRIOR_HOURS = 4
/** A silence is measured over at most this time. */
const MAX_SPAN_DAYS = 14

/** A store's day by its own clock, yyyy-mm-dd: sales in each hour, 0 to 23, without pre-orders. */
export type SalesDay = { date: string; sales: readonly number[] }

/** The usual sales in an open hour, by weekday (Monday is 1) and by hour of the store's clock; and the open hours of a month. */
export type SalesRates = { at: (weekday: number, hour: number) => number; hoursAMonth: number }

type Sums = { sales: number; hours: number }

/**
 * The usual sales, from past days; leave out days with a campaign. Only open hours count, by the store's present opening hours.
 * Undefined with fewer than two weeks of days on which the store was open.
 */
export function salesRates(days: readonly SalesDay[], hours: OpeningHours): SalesRates | undefined {
  const cells = new Map<number, Sums>()
  const perHour = new Map<number, Sums>()
  let [openDays, openHours] = [0, 0]
  for (const { date, sales } of days) {
    const open = openHoursOn(hours, date)
    if (open.size > 0) openDays++
    for (const [hour, share] of open) {
      const found = { sales: sales[hour] ?? 0, hours: share }
      addTo(cells, isoWeekday(date) * 24 + hour, found)
      addTo(perHour, hour, found)
      openHours += share
    }
  }
  if (openDays < MIN_HISTORY_DAYS) return undefined
  return {
    hoursAMonth: (openHours / days.length) * MONTH_DAYS,
    at(weekday, hour) {
      const cell = cells.get(weekday * 24 + hour) ?? { sales: 0, hours: 0 }
      const all = perHour.get(hour)
      const average = all === undefined ? 0 : all.sales / all.hours
      return (cell.sales + PRIOR_HOURS * average) / (cell.hours + PRIOR_HOURS)
    },
  }
}

function addTo<Key>(sums: Map<Key, Sums>, key: Key, { sales, hours }: Sums): void {
  const sum = sums.get(key) ?? { sales: 0, hours: 0 }
  sums.set(key, { sales: sum.sales + sales, hours: sum.hours + hours })
}

/** The hours of a local day in which the store is open, each with the open share of it. */
function openHoursOn(hours: OpeningHours, date: string): Map<number, number> {
  const shares = new Map<number, number>()
  // Hours of the day before may extend past midnight.
  openingDays(hours, plusDays(date, -1), 2).forEach(({ hours: open }, index) => {
    if (!open) return
    const from = toMinutes(open.opensAt) + (index - 1) * DAY_MINUTES
    const to = toMinutes(open.closesAt) + (index - (open.closesAt > open.opensAt ? 1 : 0)) * DAY_MINUTES
    for (let hour = 0; hour < 24; hour++) {
      const share = (Math.min(to, (hour + 1) * 60) - Math.max(from, hour * 60)) / 60
      if (share > 0) shares.set(hour, Math.min(1, (shares.get(hour) ?? 0) + share))
    }
  })
  return shares
}
const DAY_MINUTES = 24 * 60

function localHour(at: number, timeZone: string): { day: string; hour: number } {
  const { date, time } = zonedTime(at, timeZone)
  return { day: date, hour: Number(time.slice(0, 2)) }
}

/** An interval cut at quarters of an hour: every time zone's hours begin at one. */
function hourParts({ from, to }: HoursInterval): { at: number; ms: number }[] {
  const parts: { at: number; ms: number }[] = []
  for (let at = from; at < to;) {
    const end = Math.min(to, (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS)
    parts.push({ at, ms: end - at })
    at = end
  }
  return parts
}
const QUARTER_MS = 15 * MINUTE_MS

type Span = { from: Date; until: Date }

/** How many sales are usual in a span of time; closed hours have none. At most the last two weeks of the span count. */
export const usualSales = (rates: SalesRates, hours: OpeningHours, span: Span): number =>
  addUp(usualByDay(rates, hours, span)).sales

function addUp(byDay: ReadonlyMap<string, Sums>): Sums {
  const total = { sales: 0, hours: 0 }
  for (const { sales, hours } of byDay.values()) {
    total.sales += sales
    total.hours += hours
  }
  return total
}

/** The usual sales and the open hours of a span, by the store's local day. */
function usualByDay(rates: SalesRates, hours: OpeningHours, { from, until }: Span): Map<string, Sums> {
  const begin = Math.max(from.getTime(), until.getTime() - MAX_SPAN_DAYS * DAY_MS)
  const first = zonedTime(begin, hours.timeZone).date
  const byDay = new Map<string, Sums>()
  for (const interval of openIntervals(hours, first, Math.ceil((until.getTime() - begin) / DAY_MS) + 2)) {
    const clipped = { from: Math.max(interval.from, begin), to: Math.min(interval.to, until.getTime()) }
    for (const { at, ms } of hourParts(clipped)) {
      const { day, hour } = localHour(at, hours.timeZone)
      const share = ms / HOUR_MS
      addTo(byDay, day, { sales: rates.at(isoWeekday(day), hour) * share, hours: share })
    }
  }
  return byDay
}

/** Sales that end with the last one: of the week before it, and of its day by the store's clock. Null: the store never sold. */
export type RecentSales = { lastAt: Date; inWeek: number; inDay: number } | null

/**
 * Whether a store has become silent: it is open, and no sale for this long is improbable enough, if sales come independently of each
 * other (Poisson) at the usual rate, or at the lower one of the last week, and each day has a level of its own.
 */
export function isSilent(
  { rates, hours }: { rates: SalesRates | undefined; hours: OpeningHours },
  recent: RecentSales,
  now: Date,
): boolean {
  if (rates === undefined || recent === null) return false
  const today = zonedTime(now, hours.timeZone).date
  const isOpen = openIntervals(hours, today, 1).some(({ from, to }) => from <= now.getTime() && now.getTime() < to)
  if (!isOpen) return false
  const missing = usualByDay(rates, hours, { from: recent.lastAt, until: now })
  const total = addUp(missing)
  if (total.sales <= SILENT_AFTER_SALES) return false
  return improbability({ rates, hours }, recent, missing) > silentAfter(total, rates)
}

/** How many usual sales must be missing, by how many a month would have if all its hours were like those of the silence. */
function silentAfter({ sales, hours }: Sums, { hoursAMonth }: SalesRates): number {
  const salesAMonth = (sales / hours) * hoursAMonth
  return Math.max(SILENT_AFTER_SALES, Math.log(salesAMonth / CHANCE_SILENCES_A_MONTH))
}

/**
 * The chance of a silence as a number of usual sales: as many missing ones would have that chance if the usual rate were certain. A day's
 * level is known by what the day sold before the silence, drawn towards the usual one by DAY_PRIOR sales (negative binomial distribution).
 */
function improbability(
  { rates, hours }: { rates: SalesRates; hours: OpeningHours },
  { lastAt, inWeek, inDay }: NonNullable<RecentSales>,
  missing: ReadonlyMap<string, Sums>,
): number {
  const usualSince = (from: number) => usualSales(rates, hours, { from: new Date(from), until: lastAt })
  const week = Math.min(1, (inWeek + WEEK_PRIOR) / (usualSince(lastAt.getTime() - WEEK_MS) + WEEK_PRIOR))
  const lastDay = zonedTime(lastAt, hours.timeZone).date
  const usualInDay = usualSince(toInstant(lastDay, 0, hours.timeZone))
  let sum = 0
  for (const [day, { sales }] of missing) {
    const [sold, usual] = day === lastDay ? [inDay, week * usualInDay] : [0, 0]
    sum += (DAY_PRIOR + sold) * Math.log1p((week * sales) / (DAY_PRIOR + usual))
  }
  return sum
}
export const WEEK_MS = 7 * DAY_MS
const WEEK_PRIOR = 7
/** Days differ from their usual sales by about a sixth: the square of that is one in so many. */
const DAY_PRIOR = 40

/**
 * The local days whose sales are counted, the oldest first: those before the day of the last sale, since a silence must not make
 * itself usual. After MAX_SPAN_DAYS it does: the season has ended.
 */
export function historyDates(today: string, lastSaleDay = today): string[] {
  const begin = plusDays(today, -MAX_SPAN_DAYS)
  const end = lastSaleDay > begin ? lastSaleDay : begin
  return Array.from({ length: HISTORY_DAYS }, (_, index) => plusDays(end, index - HISTORY_DAYS))
}
