// How soon a store that stopped selling is found, and how often one is called silent that is not: a year of three kinds of stores, whose
// sales vary by hour, weekday, season and day. Run it with `node bench/silence.ts [SEED…]`.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { ALERT_CAUSES } from '#domain/operations/duty/alert-causes.ts'
import {
  historyDates,
  isSilent,
  type RecentSales,
  type SalesRates,
  salesRates,
  WEEK_MS,
} from '#domain/operations/duty/silence.ts'
import type { OpeningHours } from '#domain/stores/opening-hours.ts'
import { isoWeekday, plusDays, toInstant, zonedTime } from '#domain/zoned-time.ts'
import { Chances } from '#test/faults/chances.ts'

const timeZone = 'Europe/Helsinki'
const FIRST_DAY = '2025-10-01'
const HISTORY = historyDates(FIRST_DAY).length
const DAYS = 365
const OUTAGES = 100
/** Earlier calls are not looked for. */
const MIN_MISSING = 3
const STEP_MS = 5 * MINUTE_MS
/** Nobody is called before a store has been silent for this long. */
const CONFIRM_MS = ALERT_CAUSES.store_silent.confirmMinutes * MINUTE_MS

type Kind = {
  perDay: number
  /** Relative sales by hour of the day, weekday from Monday, and month from January. */
  byHour: (hour: number) => number
  byWeekday: readonly number[]
  byMonth: (month: number) => number
  hours: OpeningHours
}

const daily = (opensAt: string, closesAt: string): OpeningHours => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, opensAt, closesAt })),
  exceptions: [{ date: '2025-12-25' }, { date: '2026-06-20' }],
  timeZone,
})
const peak = (hour: number, at: number, width: number) => Math.exp(-((hour - at) ** 2) / (2 * width * width))

const KINDS: Record<string, Kind> = {
  village: {
    perDay: 30,
    byHour: hour => 0.15 + peak(hour, 12, 2) + 1.6 * peak(hour, 17, 2),
    byWeekday: [1, 1, 1, 1, 1.3, 1.2, 0.8],
    byMonth: month => (month >= 6 && month <= 8 ? 1.5 : 1),
    hours: daily('06:00', '23:00'),
  },
  farm: {
    perDay: 12,
    byHour: hour => 0.1 + peak(hour, 13, 3),
    byWeekday: [0.6, 0.6, 0.7, 0.8, 1.2, 1.8, 1.3],
    byMonth: month => (month >= 6 && month <= 9 ? 1.8 : 0.7),
    hours: daily('08:00', '20:00'),
  },
  lobby: {
    perDay: 25,
    byHour: hour => 0.1 + peak(hour, 8, 1) + peak(hour, 18, 2) + 0.5 * peak(hour, 22, 1),
    byWeekday: [1, 1, 1, 1, 1, 0.7, 0.7],
    byMonth: () => 1,
    hours: { weekly: [], alwaysOpen: true, timeZone },
  },
}

/** `expected`: the sales in each hour of a day that the simulation drew the real ones from. */
type Year = { sales: number[]; perDay: Map<string, number[]>; expected: Map<string, number[]> }

/** Sales come independently of each other; each day has a level of its own, about a fifth above or below the usual one. */
function simulateYear({ perDay, byHour, byWeekday, byMonth, hours }: Kind, random: () => number): Year {
  const year: Year = { sales: [], perDay: new Map(), expected: new Map() }
  const total = Array.from({ length: 24 }, (_, hour) => byHour(hour)).reduce((sum, each) => sum + each, 0)
  for (let day = -HISTORY; day < DAYS; day++) {
    const date = plusDays(FIRST_DAY, day)
    const closed = hours.exceptions?.some(exception => exception.date === date) ?? false
    const level = Math.exp(0.2 * (random() + random() + random() + random() - 2) * Math.sqrt(3))
    const expected = perDay * level * (byWeekday[isoWeekday(date) - 1] ?? 1) * byMonth(Number(date.slice(5, 7)))
    const rates = Array.from({ length: 24 }, (_, hour) =>
      closed || !isOpenAt(hours, hour) ? 0 : (expected * byHour(hour)) / total,
    )
    year.expected.set(date, rates)
    const sales = rates.map((rate, hour) => {
      const instants = arrivals(rate, random)
      year.sales.push(...instants.map(share => toInstant(date, hour * 60, timeZone) + share * HOUR_MS))
      return instants.length
    })
    year.perDay.set(date, sales)
  }
  year.sales.sort((a, b) => a - b)
  return year
}

function isOpenAt({ alwaysOpen, weekly }: OpeningHours, hour: number): boolean {
  const [{ opensAt, closesAt } = { opensAt: '00:00', closesAt: '24:00' }] = weekly
  return alwaysOpen === true || (hour >= Number(opensAt.slice(0, 2)) && hour < Number(closesAt.slice(0, 2)))
}

/** The moments of sales within an hour, as shares of it. */
function arrivals(rate: number, random: () => number): number[] {
  const found: number[] = []
  for (let at = -Math.log(random()) / rate; at < 1; at -= Math.log(random()) / rate) found.push(at)
  return found
}

const countBetween = (sales: readonly number[], from: number, until: number) =>
  sales.filter(at => at > from && at <= until).length

function recentSales(sales: readonly number[], lastAt: number): RecentSales {
  const near = sales.slice(Math.max(0, sales.indexOf(lastAt) - 2000), sales.indexOf(lastAt) + 1)
  const since = (ms: number) => countBetween(near, lastAt - ms, lastAt)
  const startOfDay = toInstant(zonedTime(lastAt, timeZone).date, 0, timeZone)
  return { lastAt: new Date(lastAt), inWeek: since(WEEK_MS), inDay: since(lastAt - startOfDay) }
}

function measure(kind: Kind, random: () => number) {
  const { sales, perDay, expected } = simulateYear(kind, random)
  const { hours } = kind
  const rates = new Map<string, SalesRates | undefined>()
  const ratesOn = (date: string) => {
    const days = historyDates(date).map(each => ({ date: each, sales: perDay.get(each) ?? [] }))
    if (!rates.has(date)) rates.set(date, salesRates(days, hours))
    return rates.get(date)
  }
  const dateAt = (at: number) => new Date(at + 2 * HOUR_MS).toISOString().slice(0, 10)
  const first = toInstant(FIRST_DAY, 0, timeZone)
  let calls = 0
  sales.forEach((at, index) => {
    const lastAt = sales[index - 1]
    if (lastAt === undefined || lastAt < first) return
    const confirmed = new Date(Math.max(lastAt, at - CONFIRM_MS))
    calls += Number(isSilent({ rates: ratesOn(dateAt(lastAt)), hours }, recentSales(sales, lastAt), confirmed))
  })
  const missed = Array.from({ length: OUTAGES }, () => missedSales(first + random() * (DAYS - 8) * DAY_MS)).toSorted(
    (a, b) => a - b,
  )
  /** The sales that the simulation would have made between the outage and the call. */
  function missedSales(outageAt: number): number {
    const lastAt = sales.findLast(at => at <= outageAt) ?? first
    const recent = recentSales(sales, lastAt)
    let missing = 0
    let silentAt: number | undefined
    for (let at = outageAt; silentAt === undefined || at < silentAt + CONFIRM_MS; at += STEP_MS) {
      const { date, time } = zonedTime(at, timeZone)
      missing += ((expected.get(date)?.[Number(time.slice(0, 2))] ?? 0) * STEP_MS) / HOUR_MS
      if (silentAt === undefined && missing > MIN_MISSING)
        silentAt = isSilent({ rates: ratesOn(dateAt(lastAt)), hours }, recent, new Date(at)) ? at : undefined
    }
    return missing
  }
  const yearly = sales.filter(at => at >= first).length
  return { sales: yearly, calls: calls / 12, p50: missed[OUTAGES / 2], p95: missed[OUTAGES * 0.95] }
}

function getRandom(seed: number): () => number {
  const chances = new Chances(String(seed))
  // 0 has no logarithm.
  return () => 1 - chances.next()
}

const seeds = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1]
for (const seed of seeds)
  for (const [name, kind] of Object.entries(KINDS)) {
    const { sales, calls, p50 = 0, p95 = 0 } = measure(kind, getRandom(seed))
    const usual = `${p50.toFixed(1)} (p95 ${p95.toFixed(1)})`
    console.log(
      `${seed} ${name}: ${sales} sales; ${calls.toFixed(2)} false calls a month; found after ${usual} usual sales`,
    )
  }
