import type { Context } from '#server/platform/context.ts'
import { type Running, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { FinalOutcomes, checkIfDue } from './look.ts'

const ASK_EVERY_MS = 20_000

/** Checks the invariants of money and stock each minute, on one of the servers, until stopped. */
export function watchInvariants(context: Context): Running {
  const finals = new FinalOutcomes()
  return startPeriodicJob(context, {
    name: 'the look at the invariants',
    work: () => checkIfDue(context, finals),
    everyMs: ASK_EVERY_MS,
  })
}
