import { expect, test } from 'vitest'
import { dayText, daysText, hourText, readDayText } from './day-text.ts'

test('pick-up days are shown as a range from the first to the last, or as one day', () => {
  expect(daysText({ start_date: '2026-12-04', end_date: '2026-12-06' })).toBe('04.12.2026–06.12.2026')
  expect(daysText({ start_date: '2026-12-04', end_date: '2026-12-04' })).toBe('04.12.2026')
})

test('an hour’s label gives its start and end', () => {
  expect([hourText(8), hourText(23)]).toEqual(['08–09', '23–24'])
})

test.each([
  '4.12.2026',
  '04.12.2026',
  ' 4. 12. 2026 ',
  '4,12,2026',
  '4/12/2026',
  '4-12-2026',
  '04122026',
  '2026-12-04',
])('%s is read as one day, which is written as 04.12.2026', typed => {
  expect(readDayText(typed)).toBe('2026-12-04')
  expect(dayText(readDayText(typed) ?? '')).toBe('04.12.2026')
})

test.each([
  '',
  '4.12.',
  '4.12.26',
  '31.11.2026',
  '29.2.2026',
  '0.1.2026',
  '1.13.2026',
  '2026-13-01',
  'today',
  '4.12.20261',
])('“%s” is not read as a day', typed => expect(readDayText(typed)).toBeUndefined())
