import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { Context } from '#server/context.ts'

type Vital = Input<typeof contract.webVitals.report, 'body'>

const COLUMN_OF = { good: 'good', 'needs-improvement': 'needs_improvement', poor: 'poor' } as const

/** Adds one measure to the sums of its day (UTC), page and name. */
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
}
