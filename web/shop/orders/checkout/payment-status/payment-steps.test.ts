import { expect, test } from 'vitest'
import { formatRemainingTime } from './payment-steps.tsx'

const now = Date.parse('2026-11-20T10:00:00Z')

test.each([
  ['2026-11-20T10:01:42Z', '1:42'],
  ['2026-11-20T10:00:05.001Z', '0:06'],
  ['2026-11-20T10:00:00.500Z', '0:01'],
  ['2026-11-20T10:00:00Z', null],
  ['2026-11-20T09:00:00Z', null],
])('the time left until %s is %s', (deadlineAt, left) => {
  expect(formatRemainingTime(deadlineAt, now)).toBe(left)
})
