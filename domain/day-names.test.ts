import { expect, test } from 'vitest'
import { monthText, weekdayName, weekdayText } from './day-names.ts'

test.each([
  ['fi', 'perjantai', 'pe', 'Maanantai', 'Sunnuntai', 'Marraskuu 2026'],
  ['sv', 'fredag', 'fre', 'Måndag', 'Söndag', 'November 2026'],
  ['en', 'Friday', 'Fri', 'Monday', 'Sunday', 'November 2026'],
])('days and months are named in %s', (language, long, short, first, last, month) => {
  expect(weekdayText('2026-11-20', language, 'long')).toBe(long)
  expect(weekdayText('2026-11-20', language, 'short')).toBe(short)
  expect([weekdayName(1, language), weekdayName(7, language)]).toEqual([first, last])
  expect(monthText('2026-11', language)).toBe(month)
})
