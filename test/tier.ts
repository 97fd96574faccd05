/**
 * The two tiers of the tests: `npm test` runs `merge` before each merge, `npm run test:full` runs `full` each night and before a
 * release. They differ in how many cases are tried, and in tests that only `full` runs (docs/developer/testing.md).
 */
export type Tier = 'merge' | 'full'

export const TIER: Tier = readTier(process.env['PUOTI_TIER'])

/**
 * The condition of a test that only the full tier runs: `test.runIf(onlyInFullTier('it kills servers for a minute'))`.
 * `reason`: why it doesn't run before each merge.
 */
export function onlyInFullTier(reason: string): boolean {
  if (reason.trim() === '') throw new Error('A test that only the full tier runs needs a reason')
  return TIER === 'full'
}

/** The condition of a test that not every machine can run. `reason`: what it needs. */
export function onlyWhere(isThere: boolean, reason: string): boolean {
  if (reason.trim() === '') throw new Error('A test that some machines leave out needs a reason')
  return isThere
}

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
  const value = env[name]
  if (value === undefined || value === '') return inTier(numbers)
  const times = Number(value)
  if (!Number.isInteger(times) || times < 1) throw new Error(`${name} must be a positive integer, and is ${value}`)
  return times
}

export function readTier(value = ''): Tier {
  if (value === '') return 'merge'
  if (value === 'merge' || value === 'full') return value
  throw new Error(`PUOTI_TIER must be merge or full, and is ${value}`)
}
