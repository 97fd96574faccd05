import { expect, test } from 'vitest'
import { ApiError } from '#web/kit/api/api-error.ts'
import { waitUntil } from './use-payment-failure-notice.ts'

const now = new Date('2026-11-24T12:00:00Z')
const until = (may_pay_at: unknown) =>
  waitUntil(new ApiError({ status: 429, code: 'order.waitToPay', body: { may_pay_at } }), now, 'Europe/Helsinki')

test('shows the full minute from which the shopper may pay again, with the date if it is another day', () => {
  expect(until('2026-11-24T12:05:01Z')).toBe('14:06')
  expect(until('2026-11-24T12:05:00Z')).toBe('14:05')
  expect(until('2026-11-24T22:30:00Z')).toBe('25.11.2026 00:30')
})

test('shows nothing for a body without a valid time', () => {
  expect([until(undefined), until('soon'), until(7)]).toEqual([undefined, undefined, undefined])
})
