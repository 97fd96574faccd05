import type { Context } from '#server/platform/context.ts'
import { eraseIdle } from '#server/modules/accounts/privacy/erase-many.ts'
import { keepMissedReceipts } from '#server/modules/payments/payments/keep-receipts.ts'
import { readRetention } from '#server/platform/settings/keep-times.ts'
import { startPeriodicJob, type Running } from '#server/platform/workers/periodic-job.ts'
import { matchShelves } from '#server/modules/catalogue/admin-products/match-shelves.ts'
import { cancelStaleCheckouts } from '#server/modules/orders/checkout/cancel-stale-checkouts.ts'
import { STALE_ROWS } from './stale-rows.ts'

const EVERY_MS = 10 * 60_000
const FIRST_AFTER_MS = 30_000
const BATCH_ROWS = 1_000
/** Keeps one run short: the rest waits for the next. */
const MOST_BATCHES = 100
/** Each is a separate transaction. */
const MOST_ERASED = 100

/**
 * Removes expired rows, updates shelves to match their products, and adds missing receipts of paid orders. May run on several
 * servers at once, and be interrupted anywhere.
 */
export async function cleanUp(context: Context): Promise<void> {
  const cleaning = { ...context, keep: await readRetention(context.db) }
  for (const removeStale of STALE_ROWS) await inBatches(() => removeStale(cleaning, BATCH_ROWS))
  await inBatches(() => cancelStaleCheckouts(context, BATCH_ROWS))
  await eraseIdle(context, { years: cleaning.keep.idle_account_years, most: MOST_ERASED })
  await inBatches(() => keepMissedReceipts(context.db, BATCH_ROWS))
  await inBatches(() => matchShelves(context.db, { most: BATCH_ROWS }))
}

async function inBatches(doBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    if ((await doBatch()) < BATCH_ROWS) return
  }
}

/** Cleans up periodically until stopped. */
export function startCleanUp(context: Context): Running {
  return startPeriodicJob(context, {
    name: 'clean-up',
    work: () => cleanUp(context),
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
  })
}
