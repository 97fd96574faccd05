import { expect, test } from 'vitest'
import { tipAfter } from './scan-pacing.ts'

test('the shopper gets a tip after 3, 6 and 8 seconds without a code', () => {
  const tips = [0, 2999, 3000, 5999, 6000, 7999, 8000, 60_000].map(ms => tipAfter(ms, true))
  expect(tips).toEqual([null, null, 'distance', 'distance', 'torch', 'torch', 'manual', 'manual'])
})

test('the torch tip is left out when the torch can’t be turned on', () => {
  expect(tipAfter(6000, false)).toBe('distance')
  expect(tipAfter(8000, false)).toBe('manual')
})
