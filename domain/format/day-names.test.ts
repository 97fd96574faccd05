import { expect, test } from 'vitest'
import { monthText, weekdayName, weekdayText } from './day-names.ts'

test.each([
  ['fi', ['perjantai', 'pe', 'Maanantai', 'Sunnuntai', 'Marraskuu 2026']],
  ['sv', ['fredag', 'fre', 'Måndag', 'Söndag', 'November 2026']],
  ['en', ['Friday', 'Fri', 'Monday', 'Sunday', 'November 2026']],
])('days and months are named in %s', (language, names) => {
  const day = '2026-11-20'
  const weekdays = [weekdayText(day, language, 'long'), weekdayText(day, language, 'short')]
  const headings = [weekdayName(1, language), weekdayName(7, language), monthText('2026-11', language)]
  expect([...weekdays, ...headings]).toEqual(names)
})
