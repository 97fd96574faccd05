import { MINUTE_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'
import type { RepairRows } from '#server/platform/module.ts'
import type { RemoveStale } from '#server/platform/retention.ts'
import { readRetention } from '#server/platform/retention.ts'
import { startPeriodicJob, type RunningJob } from '#server/platform/workers/periodic-job.ts'

const EVERY_MS = 10 * MINUTE_MS
const FIRST_AFTER_MS = 30_000
const BATCH_ROWS = 1_000
/** Keeps one run short: the rest waits for the next. */
const MAX_BATCHES = 100

export type CleanUpRules = { retention: readonly RemoveStale[]; repairs: readonly RepairRows[] }

/** Deletes what is past its retention, then repairs what a cut-off server left. May run on several servers at once, and be cut off anywhere. */
export async function cleanUp(context: Context, { retention, repairs }: CleanUpRules): Promise<void> {
  const cleaning = { ...context, retention: await readRetention(context.db) }
  for (const removeStale of retention) await inBatches(() => removeStale(cleaning, BATCH_ROWS))
  for (const repair of repairs) await inBatches(() => repair(context, BATCH_ROWS))
}

async function inBatches(doBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await doBatch()) < BATCH_ROWS) return
  }
}

export function startCleanUp(context: Context, rules: CleanUpRules): RunningJob {
  return startPeriodicJob(context, {
    name: 'clean-up',
    work: () => cleanUp(context, rules),
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
  })
}
