import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { stepOf } from './vital-steps.ts'

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
