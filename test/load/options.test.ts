import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('the defaults are the design figures: 50 orders a second and 1,000 open payments in 500 stores', () => {
  const { stores, terminalsPerStore, terminalMs, steps } = readOptions([])
  expect({ stores, terminalMs, steps }).toEqual({
    stores: 500,
    terminalMs: 20_000,
    steps: [
      { perSecond: 50, seconds: 60, isWarmUp: true },
      { perSecond: 50, seconds: 1800, isWarmUp: false },
    ],
  })
  // As many terminals as shoppers at them, and some spare ones for simultaneous arrivals.
  expect(stores * terminalsPerStore).toBeGreaterThan(1000)
})

test('a ramp has enough terminals and shoppers for its last rate', () => {
  const { stores, terminalsPerStore, shoppers, steps } = readOptions(['--ramp', '--ramp-from', '40', '--ramp-to', '60'])
  const counted = steps.filter(step => !step.isWarmUp).map(step => step.perSecond)
  expect(counted).toEqual([40, 50, 60])
  expect(stores * terminalsPerStore).toBeGreaterThanOrEqual(60 * 20)
  expect(shoppers).toBeGreaterThan(60 * 20)
})

test('an option that is no number is rejected', () => {
  expect(() => readOptions(['--minutes', 'many'])).toThrow('--minutes')
})
