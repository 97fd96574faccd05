import { expect, test } from 'vitest'
import { monthText } from '#domain/format/day-names.ts'
import { dayText, monthsToChoose, plusMonths } from './months.ts'

test('months go over the year’s end, both ways', () => {
  expect(plusMonths('2026-12', 1)).toBe('2027-01')
  expect(plusMonths('2026-01', -1)).toBe('2025-12')
  expect(plusMonths('2026-03', -15)).toBe('2024-12')
})

test('three years can be chosen, and an older month when the address names it', () => {
  const months = monthsToChoose('2026-11', '2026-11')
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-11', '2023-12', 36])
  expect(monthsToChoose('2026-11', '2019-05').at(-1)).toBe('2019-05')
  expect(monthsToChoose('2026-11', '2026-12')[0]).toBe('2026-12')
})

test('a month and a day are written as their language does', () => {
  expect([monthText('2026-11', 'fi'), monthText('2026-11', 'sv'), monthText('2026-11', 'en')]).toEqual([
    'Marraskuu 2026',
    'November 2026',
    'November 2026',
  ])
  expect(dayText('2026-11-20', 'fi')).toBe('pe 20.11.2026')
})
