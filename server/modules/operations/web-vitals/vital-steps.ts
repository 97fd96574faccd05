/** Each step is this much larger than the one before, so a percentile is at most a tenth too large. */
const GROWTH = 1.1
/** The end of the first step: CLS is a score that is good below 0.1, the others are milliseconds. */
const firstOf = (name: string): number => (name === 'CLS' ? 0.001 : 1)

/** The step into which a value falls. */
export function stepOf(name: string, value: number): number {
  const steps = Math.log(value / firstOf(name)) / Math.log(GROWTH)
  // For 1.1 itself the quotient is slightly more than 1.
  return Math.max(0, Math.ceil(steps - 1e-9))
}

/** The largest value of a step, with three digits. */
export function endOfStep(name: string, step: number): number {
  return Number((firstOf(name) * GROWTH ** step).toPrecision(3))
}

/**
 * The smallest step that contains this share of all values together with the steps below it. `counts` are in the order of steps.
 */
export function stepAtShare(counts: readonly { step: number; count: number }[], share: number): number | undefined {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  return counts.find(({ count }) => (below += count) >= share * all)?.step
}
