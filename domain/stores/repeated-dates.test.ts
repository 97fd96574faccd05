import { expect, test } from 'vitest'
import { repeatedDates } from './repeated-dates.ts'

const again = ([start, end, until]: readonly [string, string, string], today: string) =>
  Object.values(repeatedDates({ start, end, until }, today))

test('an event repeats on the same weekdays, as many weeks later as it takes to be after today', () => {
  expect(again(['2026-12-04', '2026-12-05', ''], '2026-11-22')).toEqual(['2026-12-11', '2026-12-12', ''])
  expect(again(['2026-10-02', '2026-10-03', ''], '2026-11-22')).toEqual(['2026-11-27', '2026-11-28', ''])
  expect(again(['2026-11-20', '2026-11-20', ''], '2026-11-20')).toEqual(['2026-11-27', '2026-11-27', ''])
})

test('the order deadline moves along and is after today as well', () => {
  expect(again(['2026-11-20', '2026-11-21', '2026-11-18'], '2026-11-25')).toEqual([
    '2026-12-04',
    '2026-12-05',
    '2026-12-02',
  ])
  expect(again(['2026-11-20', '2026-11-21', '2026-11-21'], '2026-11-22')).toEqual([
    '2026-11-27',
    '2026-11-28',
    '2026-11-28',
  ])
})

test('weeks stay whole across a clock change and the turn of the year', () => {
  expect(again(['2026-10-23', '2026-10-26', '2026-10-20'], '2026-10-21')).toEqual([
    '2026-10-30',
    '2026-11-02',
    '2026-10-27',
  ])
  expect(again(['2026-12-30', '2026-12-31', ''], '2026-12-31')).toEqual(['2027-01-06', '2027-01-07', ''])
})
