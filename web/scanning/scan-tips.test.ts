import { expect, test } from 'vitest'
import { tipAfter } from './scan-pacing.ts'

const NOTHING = { hasBars: false, isDark: false }

test('the shopper gets a tip after 3, 6 and 8 seconds without a code', () => {
  const tips = [0, 2999, 3000, 5999, 6000, 7999, 8000, 60_000].map(ms => tipAfter(ms, true, NOTHING))
  expect(tips).toEqual([null, null, 'distance', 'distance', 'torch', 'torch', 'manual', 'manual'])
})

test('the torch tip is left out when the torch can’t be turned on', () => {
  expect(tipAfter(6000, false, NOTHING)).toBe('distance')
  expect(tipAfter(8000, false, NOTHING)).toBe('manual')
})

test('bars that are not read bring the tip to hold them straight after 1.5 seconds, until light or typing may help', () => {
  const tips = [1499, 1500, 5999, 6000, 8000].map(ms => tipAfter(ms, true, { hasBars: true, isDark: false }))
  expect(tips).toEqual([null, 'straight', 'straight', 'torch', 'manual'])
})

test('in the dark the torch is proposed after 1.5 seconds, where there is one', () => {
  const dark = { hasBars: true, isDark: true }
  expect([1499, 1500, 7999].map(ms => tipAfter(ms, true, dark))).toEqual([null, 'torch', 'torch'])
  expect(tipAfter(1500, false, dark)).toBe('straight')
})
