import { expect, test } from 'vitest'
import type { OverviewPeriod } from '#contract/administration/reports.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { overviewColumns, spanKind } from './overview-columns.ts'

const period = (from: string, days: number, net: number): OverviewPeriod => ({
  from,
  until: plusDays(from, days - 1),
  figures: {},
  days: Array.from({ length: days }, (_, at) => ({ day: plusDays(from, at), net, purchases: 1 })),
})

test('short periods have a column a day, longer ones a week from Monday, years a month', () => {
  expect(['2026-02-28', '2026-05-01', '2027-06-01'].map(until => spanKind({ from: '2026-01-01', until }))).toEqual([
    'day',
    'week',
    'month',
  ])
})

test('each day stands beside the day of the same number; days that the other period lacks have nothing', () => {
  expect(overviewColumns({ current: period('2026-03-01', 3, 2.1) }, period('2026-02-01', 2, 1.2))).toEqual([
    { from: '2026-03-01', until: '2026-03-01', now: 2.1, before: 1.2 },
    { from: '2026-03-02', until: '2026-03-02', now: 2.1, before: 1.2 },
    { from: '2026-03-03', until: '2026-03-03', now: 2.1, before: 0 },
  ])
})

test('the first week begins with the period, and sums are exact to the cent', () => {
  const columns = overviewColumns({ current: period('2026-01-01', 90, 0.1) }, period('2025-10-01', 90, 0.2))
  expect(columns[0]).toEqual({ from: '2026-01-01', until: '2026-01-04', now: 0.4, before: 0.8 })
  expect(columns[1]).toEqual({ from: '2026-01-05', until: '2026-01-11', now: 0.7, before: 1.4 })
  expect(Math.round(columns.reduce((sum, { now }) => sum + now, 0) * 10)).toBe(90)
})
