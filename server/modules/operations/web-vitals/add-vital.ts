import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'

/** Each step is this much larger than the one before, so a percentile is at most a tenth too large. */
const STEP_GROWTH = 1.1
/** The end of the first step: CLS is a score that is good below 0.1, the others are milliseconds. */
const firstStepValue = (name: string): number => (name === 'CLS' ? 0.001 : 1)

/** The step into which a value falls. */
export function toStep(name: string, value: number): number {
  const steps = Math.log(value / firstStepValue(name)) / Math.log(STEP_GROWTH)
  // For 1.1 itself the quotient is slightly more than 1.
  return Math.max(0, Math.ceil(steps - 1e-9))
}

/** The largest value of a step, with three digits. */
export function endOfStep(name: string, step: number): number {
  return Number((firstStepValue(name) * STEP_GROWTH ** step).toPrecision(3))
}

/**
 * The smallest step that contains this share of all values together with the steps below it. `counts` are in the order of steps.
 */
export function stepAtShare(counts: readonly { step: number; count: number }[], share: number): number | undefined {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  return counts.find(({ count }) => (below += count) >= share * all)?.step
}

type ReportedVital = Input<typeof contract.webVitals.report, 'body'>

const COLUMN_OF = { good: 'good', 'needs-improvement': 'needs_improvement', poor: 'poor' } as const

/**
 * Adds measures to the sums of their day, page and name, and to the hour's distribution. While some are being written, others
 * gather and are written together: however many calls arrive, a server uses one connection of the pool for them, and a row of the
 * sums is written once for all.
 */
export function gatherVitals(context: Context): (vital: ReportedVital) => Promise<void> {
  let gathering: { vitals: ReportedVital[]; written: Promise<void> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  const begin = () => {
    const vitals: ReportedVital[] = []
    const written = last.then(() => {
      gathering = undefined
      return addVitals(context, vitals)
    })
    last = written.catch(() => undefined)
    return { vitals, written }
  }
  return vital => {
    gathering ??= begin()
    gathering.vitals.push(vital)
    return gathering.written
  }
}

/** Days are in UTC. Two statements without a transaction: losing half of a measure does no harm. */
async function addVitals(context: Context, vitals: readonly ReportedVital[]): Promise<void> {
  const now = context.now()
  const day = now.toISOString().slice(0, 10)
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const counted = { good: 0, needs_improvement: 0, poor: 0, value_sum: 0 }
  const sums = inOrder(Map.groupBy(vitals, ({ path, name }) => `${path} ${name}`)).map(same =>
    same.reduce(
      (row, { rating, value }) => ({
        ...row,
        [COLUMN_OF[rating]]: row[COLUMN_OF[rating]] + 1,
        value_sum: row.value_sum + value,
      }),
      { day, page: same[0].path, name: same[0].name, ...counted },
    ),
  )
  await context.db
    .insertInto('web_vital')
    .values(sums)
    .onConflict(conflict =>
      conflict.columns(['day', 'page', 'name']).doUpdateSet(({ eb, ref }) => ({
        good: eb('web_vital.good', '+', ref('excluded.good')),
        needs_improvement: eb('web_vital.needs_improvement', '+', ref('excluded.needs_improvement')),
        poor: eb('web_vital.poor', '+', ref('excluded.poor')),
        value_sum: eb('web_vital.value_sum', '+', ref('excluded.value_sum')),
      })),
    )
    .execute()
  const steps = inOrder(Map.groupBy(vitals, ({ path, name, value }) => `${path} ${name} ${toStep(name, value)}`))
  await context.db
    .insertInto('web_vital_hour')
    .values(
      steps.map(same => {
        const [{ path: page, name, value }] = same
        return { hour, page, name, step: toStep(name, value), count: same.length }
      }),
    )
    .onConflict(conflict =>
      conflict
        .columns(['hour', 'page', 'name', 'step'])
        .doUpdateSet(({ eb, ref }) => ({ count: eb('web_vital_hour.count', '+', ref('excluded.count')) })),
    )
    .execute()
}

/** By their keys: servers that write the same rows at once lock them in the same order. */
const inOrder = <T>(groups: Map<string, T[]>): [T, ...T[]][] =>
  [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    // A group has a member.
    .map(([, members]) => members as [T, ...T[]])
