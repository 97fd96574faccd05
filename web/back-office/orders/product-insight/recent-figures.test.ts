import { expect, test } from 'vitest'
import { daysLeft } from './recent-figures.tsx'

test('stock lasts as long as at the pace of the last weeks; without sales or stock nothing is said', () => {
  expect(daysLeft(30, 2)).toBe(15)
  expect(daysLeft(1, 3)).toBe(0)
  expect([daysLeft(undefined, 2), daysLeft(0, 2), daysLeft(-4, 2), daysLeft(30, 0)]).toEqual(Array(4).fill(undefined))
})
