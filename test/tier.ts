/**
 * The two tiers of the tests: `npm test` runs `merge` before each merge, `npm run test:full` runs `full` each night and before a
 * release. They differ in how many cases are tried, and in tests that only `full` runs (docs/developer/testing.md).
 */
export type Tier = 'merge' | 'full'

export const TIER: Tier = readTier(process.env['PUOTI_TIER'])
export const isFullTier = TIER === 'full'

/** Picks the value of the current tier. */
export function inTier<T>(choices: Readonly<Record<Tier, T>>): T {
  return choices[TIER]
}

/**
 * How many times something is tried: the number of the tier, unless the environment variable of this name sets another
 * (`PUOTI_RACES=1000` for a long run of one file).
 */
export function timesInTier(
  name: 'PUOTI_RACES' | 'PUOTI_RUNS' | 'SEEDS',
  numbers: Readonly<Record<Tier, number>>,
  env = process.env,
): number {
  const given = env[name]
  if (given === undefined || given === '') return inTier(numbers)
  const times = Number(given)
  if (!Number.isInteger(times) || times < 1) throw new Error(`${name} must be a positive integer, and is ${given}`)
  return times
}

export function readTier(given = ''): Tier {
  if (given === '') return 'merge'
  if (given === 'merge' || given === 'full') return given
  throw new Error(`PUOTI_TIER must be merge or full, and is ${given}`)
}
