import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import type { OpeningHours } from '#domain/stores/opening-hours.ts'
import { plusDays, toInstant, zonedTime } from '#domain/zoned-time.ts'
import {
  CHANCE_SILENCES_A_MONTH,
  historyDates,
  isSilent,
  type RecentSales,
  type SalesDay,
  type SalesRates,
  salesRates,
  SILENT_AFTER_SALES,
  usualSales,
} from './silence.ts'

const timeZone = 'Europe/Helsinki'
const AROUND_THE_CLOCK: OpeningHours = { weekly: [], alwaysOpen: true, timeZone }
const DAYTIME: OpeningHours = {
  weekly: [1, 2, 3, 4, 5, 6].map(weekday => ({ weekday, opensAt: '08:00', closesAt: '20:00' })),
  timeZone,
}
const TODAY = '2026-12-01'
const daysWith = (perHour: (date: string, hour: number) => number, dates = historyDates(TODAY)): SalesDay[] =>
  dates.map(date => ({ date, sales: Array.from({ length: 24 }, (_, hour) => perHour(date, hour)) }))
const getRates = (days: SalesDay[], hours: OpeningHours): SalesRates => {
  const rates = salesRates(days, hours)
  if (!rates) throw new Error('too few days')
  return rates
}
const span = (from: string, until: string) => ({ from: new Date(from), until: new Date(until) })
const usualBefore = (rates: SalesRates, hours: OpeningHours, lastAt: Date): RecentSales => {
  const usual = (ms: number) =>
    Math.round(usualSales(rates, hours, { from: new Date(lastAt.getTime() - ms), until: lastAt }))
  return {
    lastAt,
    inWeek: usual(7 * DAY_MS),
    inDay: usual(lastAt.getTime() - toInstant(zonedTime(lastAt, timeZone).date, 0, timeZone)),
  }
}

test('the history are the eight weeks before today', () => {
  const dates = historyDates(TODAY)
  expect([dates[0], dates.at(-1), dates.length]).toEqual(['2026-10-06', '2026-11-30', 56])
})

test('a silence is no part of the history, until it has lasted two weeks', () => {
  expect(historyDates(TODAY, '2026-11-28').at(-1)).toBe('2026-11-27')
  expect(historyDates(TODAY, '2026-10-01').at(-1)).toBe('2026-11-16')
})

test('fewer than two weeks of open days tell nothing', () => {
  const days = (count: number) => daysWith(() => 1, historyDates(TODAY).slice(-count))
  expect(salesRates(days(13), AROUND_THE_CLOCK)).toBeUndefined()
  expect(salesRates(days(14), AROUND_THE_CLOCK)).toBeDefined()
  // Sundays are closed: sixteen days have two or three.
  expect(salesRates(days(15), DAYTIME)).toBeUndefined()
  expect(
    isSilent({ rates: undefined, hours: AROUND_THE_CLOCK }, { lastAt: new Date(0), inWeek: 0, inDay: 0 }, new Date()),
  ).toBe(false)
})

test('only open hours have usual sales, also across a night, a Sunday and a clock change', () => {
  const rates = getRates(
    daysWith(() => 2),
    DAYTIME,
  )
  const usual = (from: string, until: string) => usualSales(rates, DAYTIME, span(from, until))
  // Tuesday from 18:00 to Wednesday 10:00 in Helsinki: four open hours.
  expect(usual('2026-12-01T16:00:00Z', '2026-12-02T08:00:00Z')).toBeCloseTo(8)
  // Saturday from 20:00 to Monday 8:00.
  expect(usual('2026-12-05T18:00:00Z', '2026-12-07T06:00:00Z')).toBe(0)
  // The clock is set back on Sunday, 25 October, at 4:00: Saturday 19:00 to Monday 9:00.
  expect(usual('2026-10-24T16:00:00Z', '2026-10-26T07:00:00Z')).toBeCloseTo(4)
  expect(usual('2026-12-01T10:07:00Z', '2026-12-01T10:37:00Z')).toBeCloseTo(1)
})

test('weekdays and hours have rates of their own', () => {
  const isFridayEvening = (date: string, hour: number) => new Date(date).getUTCDay() === 5 && hour === 17
  const rates = getRates(
    daysWith((date, hour) => (isFridayEvening(date, hour) ? 12 : 1)),
    AROUND_THE_CLOCK,
  )
  expect(rates.at(5, 17)).toBeGreaterThan(8)
  expect(rates.at(4, 17)).toBeLessThan(2)
  expect(rates.at(5, 16)).toBeCloseTo(1)
})

test('a store is silent once seven to eight usual sales are missing, only while it is open, and until it sells', () => {
  const rates = getRates(
    daysWith(() => 1),
    DAYTIME,
  )
  const lastAt = new Date('2026-12-01T07:00:00Z')
  const recent = usualBefore(rates, DAYTIME, lastAt)
  const silentAt = (time: string) => isSilent({ rates, hours: DAYTIME }, recent, new Date(time))
  const after = (hours: number) => new Date(lastAt.getTime() + hours * HOUR_MS).toISOString()
  expect([silentAt(after(7)), silentAt(after(8))]).toEqual([false, true])
  // At 20:00 it closes; at 8:00 on the next day it opens.
  expect([silentAt('2026-12-01T18:00:00Z'), silentAt('2026-12-02T05:59:00Z')]).toEqual([false, false])
  expect(silentAt('2026-12-02T06:00:00Z')).toBe(true)
  expect(isSilent({ rates, hours: DAYTIME }, null, new Date(after(24)))).toBe(false)
})

test('a slow week or day makes the patience longer', () => {
  const rates = getRates(
    daysWith(() => 1),
    AROUND_THE_CLOCK,
  )
  const lastAt = new Date('2026-12-01T07:00:00Z')
  const usual = usualBefore(rates, AROUND_THE_CLOCK, lastAt)
  if (!usual) throw new Error('it sold')
  const silent = (recent: RecentSales, hours: number) =>
    isSilent({ rates, hours: AROUND_THE_CLOCK }, recent, new Date(lastAt.getTime() + hours * HOUR_MS))
  const isSilentAfter = (recent: RecentSales) => [8, 9, 10, 12, 14].find(hours => silent(recent, hours))
  expect(isSilentAfter(usual)).toBe(8)
  expect(isSilentAfter({ ...usual, inDay: 0 })).toBe(10)
  expect(isSilentAfter({ ...usual, inWeek: usual.inWeek / 2 })).toBe(14)
})

test('however much a store sells, fewer than one of its pauses a month is a silence by chance', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 50, noNaN: true }), perHour => {
      const rates = getRates(
        daysWith(() => perHour),
        AROUND_THE_CLOCK,
      )
      const lastAt = new Date('2026-12-01T07:00:00Z')
      const recent = usualBefore(rates, AROUND_THE_CLOCK, lastAt)
      const silent = (sales: number) =>
        isSilent({ rates, hours: AROUND_THE_CLOCK }, recent, new Date(lastAt.getTime() + (sales / perHour) * HOUR_MS))
      const pausesAMonth = perHour * 24 * 30
      expect(silent(Math.max(SILENT_AFTER_SALES, Math.log(pausesAMonth)))).toBe(false)
      expect(silent(1.3 * Math.max(SILENT_AFTER_SALES, Math.log(pausesAMonth / CHANCE_SILENCES_A_MONTH)))).toBe(true)
    }),
  )
})

test('usual sales add up over any division of a span, and never fall', () => {
  const rates = getRates(
    daysWith((_, hour) => hour / 4),
    DAYTIME,
  )
  const start = Date.parse('2026-11-27T00:00:00Z')
  const minutes = fc.nat({ max: 4 * 24 * 60 })
  fc.assert(
    fc.property(minutes, minutes, minutes, (...points) => {
      const [from = 0, middle = 0, until = 0] = points.toSorted((a, b) => a - b).map(each => start + each * MINUTE_MS)
      const usual = (begin: number, end: number) =>
        usualSales(rates, DAYTIME, { from: new Date(begin), until: new Date(end) })
      expect(usual(from, middle) + usual(middle, until)).toBeCloseTo(usual(from, until), 6)
      expect(usual(from, until)).toBeGreaterThanOrEqual(usual(from, middle) - 1e-9)
    }),
  )
})

test('a silence of more than two weeks counts as two weeks', () => {
  const rates = getRates(
    daysWith(() => 1),
    AROUND_THE_CLOCK,
  )
  const until = new Date('2026-12-01T00:00:00Z')
  const from = (days: number) => new Date(`${plusDays('2026-12-01', -days)}T00:00:00Z`)
  expect(usualSales(rates, AROUND_THE_CLOCK, { from: from(60), until })).toBeCloseTo(
    usualSales(rates, AROUND_THE_CLOCK, { from: from(14), until }),
  )
})
