import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfStep, stepAtShare, toStep } from './add-vital.ts'

test.each([
  ['LCP', 86_400_000],
  ['CLS', 100],
])('a step of %s ends at most a tenth above each value in it', (name, max) => {
  const first = name === 'CLS' ? 0.001 : 1
  fc.assert(
    fc.property(fc.double({ min: first, max, noNaN: true }), value => {
      const end = endOfStep(name, toStep(name, value))
      // Rounded to three digits.
      expect(end).toBeGreaterThanOrEqual(value * 0.995)
      expect(end).toBeLessThanOrEqual(value * 1.1 * 1.005)
    }),
  )
})

test('values below the first step, and 0, are in the first step', () => {
  expect([toStep('LCP', 0), toStep('LCP', 0.4), toStep('LCP', 1), toStep('LCP', 1.1), toStep('CLS', 0)]).toEqual([
    0, 0, 0, 1, 0,
  ])
  // One day, the longest value that the contract accepts.
  expect(toStep('LCP', 86_400_000)).toBeLessThan(32_767)
})

test('a percentile is the step that contains the last of its values', () => {
  const counts = [
    { step: 3, count: 2 },
    { step: 7, count: 1 },
    { step: 9, count: 1 },
  ]
  expect([0.5, 0.75, 0.76, 1].map(share => stepAtShare(counts, share))).toEqual([3, 7, 9, 9])
  expect(stepAtShare([], 0.75)).toBeUndefined()
})
