import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoWeekday, plusDays } from '#domain/zoned-time.ts'
import { comparedPeriods, daysBetween } from './compared-periods.ts'
import { daysIn } from './reports.ts'

const LATER = '2099-01-01'
const compare = (from: string, until: string, today = LATER) => {
  const { before, yearBefore } = comparedPeriods({ from, until }, today)
  return [before.from, before.until, yearBefore.from, yearBefore.until].join(' ')
}

test('a day is compared with the same weekday of the week before and of the year before', () => {
  expect(compare('2026-11-20', '2026-11-20')).toBe('2026-11-13 2026-11-13 2025-11-21 2025-11-21')
})

test('a week from Monday on is compared with the same weekdays of last week', () => {
  expect(compare('2026-11-16', '2026-11-18', '2026-11-18')).toBe('2026-11-09 2026-11-11 2025-11-17 2025-11-19')
  // A month that begins on a Monday, too.
  expect(compare('2026-06-01', '2026-06-03', '2026-06-03')).toBe('2026-05-25 2026-05-27 2025-06-02 2025-06-04')
})

test('four weeks are compared with the four weeks before, also across a change of the clocks', () => {
  expect(compare('2026-03-02', '2026-03-29')).toBe('2026-02-02 2026-03-01 2025-03-03 2025-03-30')
})

test('days that are no whole weeks leave days out rather than weekdays', () => {
  expect(compare('2026-11-05', '2026-11-14')).toBe('2026-10-22 2026-10-31 2025-11-06 2025-11-15')
})

describe('months', () => {
  test.each([
    ['2026-10-01', '2026-10-31', '2026-09-01 2026-09-30 2025-10-01 2025-10-31'],
    ['2024-02-01', '2024-02-29', '2024-01-01 2024-01-31 2023-02-01 2023-02-28'],
    ['2025-02-01', '2025-02-28', '2025-01-01 2025-01-31 2024-02-01 2024-02-29'],
    ['2026-01-01', '2026-12-31', '2025-01-01 2025-12-31 2025-01-01 2025-12-31'],
    ['2026-01-01', '2026-03-31', '2025-10-01 2025-12-31 2025-01-01 2025-03-31'],
  ])('%s to %s', (from, until, expected) => {
    expect(compare(from, until)).toBe(expected)
  })

  test('that end today are compared until the same day, at most the end of the month', () => {
    expect(compare('2026-11-01', '2026-11-29', '2026-11-29')).toBe('2026-10-01 2026-10-29 2025-11-01 2025-11-29')
    expect(compare('2026-03-01', '2026-03-30', '2026-03-30')).toBe('2026-02-01 2026-02-28 2025-03-01 2025-03-30')
    expect(compare('2024-02-01', '2024-02-28', '2024-02-28')).toBe('2024-01-01 2024-01-28 2023-02-01 2023-02-28')
  })
})

const day = fc.integer({ min: 0, max: 40_000 }).map(days => plusDays('1990-01-01', days))
const period = fc.tuple(day, fc.integer({ min: 1, max: 800 })).map(([from, days]) => ({
  from,
  until: plusDays(from, days - 1),
}))

test('the period before ends before the period begins, and days that are no months keep number and weekdays', () => {
  fc.assert(
    fc.property(period, chosen => {
      const { before, yearBefore } = comparedPeriods(chosen, LATER)
      expect(before.until < chosen.from).toBe(true)
      expect(yearBefore.from < chosen.from).toBe(true)
      if (chosen.from.endsWith('-01')) return
      for (const other of [before, yearBefore]) {
        expect(daysIn(other)).toBe(daysIn(chosen))
        expect(isoWeekday(other.from)).toBe(isoWeekday(chosen.from))
      }
      expect(daysBetween(before.until, chosen.from)).toBeLessThanOrEqual(7)
    }),
  )
})

test('months until today are never compared with later days, and both begin on a first', () => {
  fc.assert(
    fc.property(period, ({ from, until }) => {
      const chosen = { from: `${from.slice(0, 8)}01`, until }
      const { before } = comparedPeriods(chosen, until)
      expect(before.until < chosen.from).toBe(true)
      if (daysIn(chosen) > 7) expect(before.from.slice(8)).toBe('01')
    }),
  )
})
