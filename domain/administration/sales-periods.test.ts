import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, DAY_MS } from '#domain/durations.ts'
import { isoWeekday, plusDays, zonedTime } from '#domain/zoned-time.ts'
import { changePercent, salesPeriods } from './sales-periods.ts'

const HELSINKI = 'Europe/Helsinki'
const at = (text: string) => Date.parse(text)
const shown = (ms: number, zone = HELSINKI) => {
  const { date, time } = zonedTime(ms, zone)
  return `${date} ${time}`
}

describe('a compared period', () => {
  it('is the same weekday up to the same time a week ago, or the week from Monday on', () => {
    const { today, dayBefore, wholeDayBefore, week, weekBefore } = salesPeriods(at('2026-11-20T12:30:00Z'), HELSINKI)
    expect([today.from, today.until].map(ms => shown(ms))).toEqual(['2026-11-20 00:00', '2026-11-20 14:30'])
    expect([dayBefore.from, dayBefore.until].map(ms => shown(ms))).toEqual(['2026-11-13 00:00', '2026-11-13 14:30'])
    expect(shown(wholeDayBefore.until)).toBe('2026-11-14 00:00')
    expect([week.from, weekBefore.from].map(ms => shown(ms))).toEqual(['2026-11-16 00:00', '2026-11-09 00:00'])
  })

  it('starts its week on Monday at midnight and not a moment earlier', () => {
    const sunday = salesPeriods(at('2026-11-15T21:59:59Z'), HELSINKI)
    const monday = salesPeriods(at('2026-11-15T22:00:00Z'), HELSINKI)
    expect(shown(sunday.week.from)).toBe('2026-11-09 00:00')
    expect(shown(monday.week.from)).toBe('2026-11-16 00:00')
    expect(monday.week).toEqual(monday.today)
    expect(monday.weekBefore.until).toBe(monday.weekBefore.from)
  })

  it('follows the wall clock when daylight saving begins or ends', () => {
    // The clock went back on 25 October: that day had 25 hours.
    const autumn = salesPeriods(at('2026-10-25T10:00:00Z'), HELSINKI)
    expect(autumn.today.until - autumn.today.from).toBe(13 * HOUR_MS)
    expect(shown(autumn.dayBefore.until)).toBe('2026-10-18 12:00')
    expect(autumn.dayBefore.until - autumn.dayBefore.from).toBe(12 * HOUR_MS)
    // A week later the compared day is the one with 25 hours.
    const after = salesPeriods(at('2026-11-01T10:00:00Z'), HELSINKI)
    expect(after.wholeDayBefore.until - after.wholeDayBefore.from).toBe(25 * HOUR_MS)
    expect(shown(after.dayBefore.until)).toBe('2026-10-25 12:00')
  })

  it('ends at the same time of day after a clock change, to the millisecond', () => {
    // In St. John's the clock had gone back on 3 November.
    const { dayBefore } = salesPeriods(at('2030-11-11T03:30:00.001Z'), 'America/St_Johns')
    expect(dayBefore).toEqual({ from: at('2030-11-04T03:30:00Z'), until: at('2030-11-04T03:30:00.001Z') })
  })

  const zones = fc.constantFrom(HELSINKI, 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia')
  const moments = fc.integer({ min: at('2015-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
  it('has the same length and weekday, and lies within the two weeks that are read', () => {
    fc.assert(
      fc.property(moments, zones, (now, zone) => {
        const periods = salesPeriods(now, zone)
        const { today, dayBefore, wholeDayBefore, week, weekBefore } = periods
        for (const { from, until } of Object.values(periods)) {
          expect(from).toBeLessThanOrEqual(until)
          expect(from).toBeGreaterThanOrEqual(weekBefore.from)
          expect(until).toBeLessThanOrEqual(now)
        }
        const day = (ms: number) => zonedTime(ms, zone).date
        expect(day(today.from)).toBe(day(now))
        expect(day(dayBefore.from)).toBe(plusDays(day(now), -7))
        expect(isoWeekday(day(week.from))).toBe(1)
        expect(day(weekBefore.from)).toBe(plusDays(day(week.from), -7))
        expect(weekBefore.until).toBe(dayBefore.until)
        expect(dayBefore.until).toBeLessThanOrEqual(wholeDayBefore.until)
        // Except for an hour added or removed by a clock change.
        const difference = Math.abs(today.until - today.from - (dayBefore.until - dayBefore.from))
        expect(difference).toBeLessThanOrEqual(HOUR_MS)
        expect(Math.abs(wholeDayBefore.until - wholeDayBefore.from - DAY_MS)).toBeLessThanOrEqual(HOUR_MS)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a percentage change', () => {
  it('is a signed whole number, and undefined if the base is zero', () => {
    expect([changePercent(112, 100), changePercent(995, 1000), changePercent(0, 50)]).toEqual([12, -0, -100])
    expect(changePercent(5, 0)).toBeUndefined()
  })
})
