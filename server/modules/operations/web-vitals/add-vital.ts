import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'

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

type Vital = Input<typeof contract.webVitals.report, 'body'>

const COLUMN_OF = { good: 'good', 'needs-improvement': 'needs_improvement', poor: 'poor' } as const

export const HOUR_MS = 3_600_000

/**
 * Adds one measure to the sums of its day (UTC), page and name, and to its hour's distribution. Two statements without a
 * transaction: losing half of a measure does no harm.
 */
export async function addVital(context: Context, { name, value, rating, path }: Vital): Promise<void> {
  const column = COLUMN_OF[rating]
  await context.db
    .insertInto('web_vital')
    .values({ day: context.now().toISOString().slice(0, 10), page: path, name, [column]: 1, value_sum: value })
    .onConflict(conflict =>
      conflict.columns(['day', 'page', 'name']).doUpdateSet(({ eb, ref }) => ({
        [column]: eb(ref(`web_vital.${column}`), '+', 1),
        value_sum: eb('web_vital.value_sum', '+', value),
      })),
    )
    .execute()
  await context.db
    .insertInto('web_vital_hour')
    .values({
      hour: new Date(Math.floor(context.now().getTime() / HOUR_MS) * HOUR_MS),
      page: path,
      name,
      step: stepOf(name, value),
      count: 1,
    })
    .onConflict(conflict =>
      conflict
        .columns(['hour', 'page', 'name', 'step'])
        .doUpdateSet(({ eb }) => ({ count: eb('web_vital_hour.count', '+', 1) })),
    )
    .execute()
}
