import { expect, test } from 'vitest'
import { nameOfPeriod, getPeriods } from './periods.ts'

test('periods begin on a Monday, on the first of a month or year, and end today', () => {
  expect(getPeriods('2026-01-01')).toEqual({
    today: { from: '2026-01-01', until: '2026-01-01' },
    thisWeek: { from: '2025-12-29', until: '2026-01-01' },
    lastWeeks: { from: '2025-12-05', until: '2026-01-01' },
    thisMonth: { from: '2026-01-01', until: '2026-01-01' },
    lastMonth: { from: '2025-12-01', until: '2025-12-31' },
    thisYear: { from: '2026-01-01', until: '2026-01-01' },
  })
})

test('chosen days have the name of their period, other days none', () => {
  expect(nameOfPeriod({ from: '2026-02-01', until: '2026-02-28' }, '2026-03-15')).toBe('lastMonth')
  expect(nameOfPeriod({ from: '2026-02-01', until: '2026-02-27' }, '2026-03-15')).toBeUndefined()
})
