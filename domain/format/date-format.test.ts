import { expect, test } from 'vitest'
import { formatDeadline } from './date-format.ts'

test.each([
  ['2026-11-28T22:00:00Z', '28.11.2026 24:00'],
  ['2026-12-31T22:00:00Z', '31.12.2026 24:00'],
  // Summer time: midnight is an hour earlier in UTC.
  ['2026-03-29T21:00:00Z', '29.03.2026 24:00'],
  ['2026-11-28T18:00:00Z', '28.11.2026 20:00'],
  ['2026-11-28T22:01:00Z', '29.11.2026 00:01'],
])('a deadline at %s is shown as %s', (instant, text) => {
  expect(formatDeadline(new Date(instant), 'Europe/Helsinki')).toBe(text)
})
