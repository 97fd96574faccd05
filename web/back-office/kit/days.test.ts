import { expect, test } from 'vitest'
import { monthText } from '#domain/format/day-names.ts'
import { dayText, monthsToChoose, plusMonths, readDay } from './days.ts'

const TODAY = '2026-11-22'

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', TODAY],
  ['2026-13-01', TODAY],
  ['0001-01-01', TODAY],
  ['yesterday', TODAY],
  ['', TODAY],
  [null, TODAY],
])('the day %s of the address is read as %s', (text, day) => {
  expect(readDay(text, TODAY)).toBe(day)
})

test('adding months crosses the year boundary in both directions', () => {
  expect(plusMonths('2026-12', 1)).toBe('2027-01')
  expect(plusMonths('2026-01', -1)).toBe('2025-12')
  expect(plusMonths('2026-03', -15)).toBe('2024-12')
})

test('the last three years can be chosen, and the month of the address even if it is older', () => {
  const months = monthsToChoose('2026-11', '2026-11')
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-11', '2023-12', 36])
  expect(monthsToChoose('2026-11', '2019-05').at(-1)).toBe('2019-05')
  expect(monthsToChoose('2026-11', '2026-12')[0]).toBe('2026-12')
})

test('months and days are formatted for the language', () => {
  expect([monthText('2026-11', 'fi'), monthText('2026-11', 'sv'), monthText('2026-11', 'en')]).toEqual([
    'Marraskuu 2026',
    'November 2026',
    'November 2026',
  ])
  expect(dayText('2026-11-20', 'fi')).toBe('pe 20.11.2026')
})
