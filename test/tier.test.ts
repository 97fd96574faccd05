import { expect, test } from 'vitest'
import { inTier, onlyInFullTier, onlyWhere, readTier, TIER, timesInTier } from './tier.ts'

const NUMBERS = { merge: 20, full: 200 }

test('the tier is merge unless PUOTI_TIER is full', () => {
  expect([readTier(undefined), readTier(''), readTier('merge'), readTier('full')]).toEqual([
    'merge',
    'merge',
    'merge',
    'full',
  ])
})

test('a test that is left out needs a reason', () => {
  expect(onlyInFullTier('it takes a minute')).toBe(TIER === 'full')
  expect([onlyWhere(true, 'it needs age'), onlyWhere(false, 'it needs age')]).toEqual([true, false])
  expect(() => onlyInFullTier(' ')).toThrow('needs a reason')
  expect(() => onlyWhere(true, '')).toThrow('needs a reason')
})

test('an unknown tier stops the run', () => {
  expect(() => readTier('night')).toThrow('PUOTI_TIER must be merge or full, and is night')
})

test('a test gets the number of the current tier', () => {
  expect(inTier(NUMBERS)).toBe(TIER === 'full' ? 200 : 20)
  expect(inTier(NUMBERS)).toBe(NUMBERS[TIER])
})

test('a number of runs comes from its variable if that is set', () => {
  const env = { PUOTI_RACES: '7', PUOTI_RUNS: '' }
  expect(timesInTier('PUOTI_RACES', NUMBERS, env)).toBe(7)
  expect(timesInTier('PUOTI_RUNS', NUMBERS, env)).toBe(NUMBERS[TIER])
  expect(timesInTier('SEEDS', NUMBERS, env)).toBe(NUMBERS[TIER])
})

test.each(['0', '-1', '1.5', 'many'])('a number of runs that is no positive integer stops the run: %s', text => {
  expect(() => timesInTier('PUOTI_RACES', NUMBERS, { PUOTI_RACES: text })).toThrow(
    `PUOTI_RACES must be a positive integer, and is ${text}`,
  )
})
