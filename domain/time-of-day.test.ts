import { expect, test } from 'vitest'
import { readTimeOfDay } from './zoned-time.ts'

test.each([
  ['9', '09:00'],
  [' 09 ', '09:00'],
  ['9.30', '09:30'],
  ['9:30', '09:30'],
  ['9,30', '09:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['0', '00:00'],
  ['24', '24:00'],
  ['24:00', '24:00'],
  ['23.59', '23:59'],
])('“%s” is read as %s', (text, time) => {
  expect(readTimeOfDay(text)).toBe(time)
})

test.each(['', '25', '24.01', '9.60', '9.5', '12345', 'noon', '-1', '9.30 pm', '1 2'])('“%s” is not a time', text => {
  expect(readTimeOfDay(text)).toBeUndefined()
})
