import { expect, test } from 'vitest'
import { cooldownText, countdownText } from './cooldown.ts'

const now = new Date('2026-11-20T20:00:00Z') // 22.00 in Helsinki

test('a cooldown that ends today is told by its time', () => {
  expect(cooldownText(new Date('2026-11-20T20:05:00Z'), now, 'Europe/Helsinki')).toBe('22:05')
})

test('a cooldown that ends on another day is told with its date', () => {
  expect(cooldownText(new Date('2026-11-21T20:00:00Z'), now, 'Europe/Helsinki')).toBe('21.11.2026 22:00')
})

test('the day is that of the shopper’s own clock, not of UTC', () => {
  expect(cooldownText(new Date('2026-11-20T22:30:00Z'), now, 'Europe/Helsinki')).toBe('21.11.2026 00:30')
})

test.each([
  ['2026-11-20T20:00:42Z', '0:42'],
  ['2026-11-20T20:00:00.100Z', '0:01'],
  ['2026-11-20T20:05:00Z', '5:00'],
  ['2026-11-21T20:00:00Z', '24:00:00'],
  ['2026-11-20T19:59:00Z', '0:00'],
])('until %s there is %s left', (until, left) => {
  expect(countdownText(new Date(until), now)).toBe(left)
})
