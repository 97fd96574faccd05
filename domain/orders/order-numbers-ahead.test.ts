import { expect, test } from 'vitest'
import { orderNumbersAhead } from '#domain/payments/reference-number.ts'

const takenAt = new Date('2026-11-15T00:00:00Z')
const after = (hours: number) => new Date(takenAt.getTime() + hours * 3_600_000)

test('a restore skips three times as many numbers as the shop issued in an equal time before', () => {
  expect(orderNumbersAhead({ ordersInWeekBefore: 700, takenAt, restoredAt: after(24) })).toBe(100 + 300)
  expect(orderNumbersAhead({ ordersInWeekBefore: 700, takenAt, restoredAt: after(24 * 7) })).toBe(100 + 2100)
})

test('a restore skips a hundred numbers at once, without earlier orders, or with a clock that went back', () => {
  expect(orderNumbersAhead({ ordersInWeekBefore: 5000, takenAt, restoredAt: takenAt })).toBe(100)
  expect(orderNumbersAhead({ ordersInWeekBefore: 0, takenAt, restoredAt: after(9000) })).toBe(100)
  expect(orderNumbersAhead({ ordersInWeekBefore: 5000, takenAt, restoredAt: after(-5) })).toBe(100)
})
