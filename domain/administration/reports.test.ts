import { expect, test } from 'vitest'
import { daysIn, keysIn, toBasisPoints } from './reports.ts'

test('a period counts both of its days, over a change of the clock too', () => {
  expect(daysIn({ from: '2026-03-28', until: '2026-03-30' })).toBe(3)
  expect(keysIn('day', { from: '2026-03-28', until: '2026-03-30' })).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
})

test('weeks begin on Monday, months have their number', () => {
  const period = { from: '2026-11-29', until: '2026-12-07' }
  expect(keysIn('week', period)).toEqual(['2026-11-23', '2026-11-30', '2026-12-07'])
  expect(keysIn('month', period)).toEqual(['2026-11', '2026-12'])
  expect(keysIn('product', period)).toEqual([])
})

test('a share is in basis points, and of nothing there is none', () => {
  expect(toBasisPoints(1, 3)).toBe(3333)
  expect(toBasisPoints(-1, 4)).toBe(-2500)
  expect(toBasisPoints(1, 0)).toBe(null)
})
