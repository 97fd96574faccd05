import { describe, expect, test } from 'vitest'
import { withdrawalUntil } from './withdrawal-period.ts'

describe('the withdrawal period', () => {
  const until = (paidAt: string) => withdrawalUntil(new Date(paidAt), 'Europe/Helsinki').toISOString()

  test('begins on the day after payment, in the store’s time zone', () => {
    expect(until('2026-06-10T20:59:00Z')).toBe('2026-06-24T21:00:00.000Z')
    expect(until('2026-06-10T21:01:00Z')).toBe('2026-06-25T21:00:00.000Z')
  })

  test('ends on a working day, after a Saturday, a Sunday or a holiday', () => {
    // Saturday 27 June.
    expect(until('2026-06-13T09:00:00Z')).toBe('2026-06-29T21:00:00.000Z')
    // Christmas Day, a Friday, before a weekend of which Saturday is Boxing Day.
    expect(until('2026-12-11T09:00:00Z')).toBe('2026-12-28T22:00:00.000Z')
    // Christmas Eve is not a public holiday.
    expect(until('2026-12-10T09:00:00Z')).toBe('2026-12-24T22:00:00.000Z')
  })
})
