import { sql } from 'kysely'
import type { AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { logFailure, type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { callContacts, lockDuty } from './call-contacts.ts'
import { type DutyServices, type FoundCause, CAUSE_PROBES } from './find-causes.ts'
import { SilenceWatch } from './find-silent-stores.ts'
import { recordCauses } from './record-causes.ts'
import { endOldHelpCalls } from './request-help.ts'

const EVERY_SECONDS = 60
/** Timers of servers drift: a look that is due within the next seconds counts as due. */
const DUE_SECONDS = EVERY_SECONDS - 5
const ASK_EVERY_MS = 20_000
/** Calls of one transaction. */
const CALLS_AT_ONCE = 50
/** A probe that takes longer counts as failed. */
const PATIENCE_MS = 30_000

/** Looks each minute, on one of the servers, for whatever a keeper must be called for, and calls. */
export function watchDuty(context: Context, { doors }: { doors: { locks: Locks } }): RunningJob {
  const services = { locks: doors.locks, silence: new SilenceWatch() }
  return startPeriodicJob(context, {
    name: 'the look at what keepers are called for',
    work: () => watchOnceIfDue(context, services),
    everyMs: ASK_EVERY_MS,
  })
}

async function watchOnceIfDue(context: Context, services: DutyServices): Promise<void> {
  // A later time was written by a wrong clock.
  const claimed = await sql`UPDATE duty_run SET started_at = now() WHERE started_at
    NOT BETWEEN now() - make_interval(secs => ${DUE_SECONDS}) AND now() + make_interval(secs => ${EVERY_SECONDS})`.execute(
    context.db,
  )
  if (claimed.numAffectedRows) await watchOnce(context, services)
}

/** One look: finds causes, records them, and calls. Another server may do the same at the same time. */
export async function watchOnce(context: Context, services: DutyServices): Promise<void> {
  const at = context.now()
  const found: FoundCause[] = []
  const covered: AlertCauseName[] = []
  await Promise.all(
    CAUSE_PROBES.map(async ({ causes, find }) => {
      try {
        found.push(...(await withPatience(find(context, services))))
        covered.push(...causes)
      } catch (error) {
        logFailure(context.log, `looking for ${causes.join(', ')}`, error)
      }
    }),
  )
  await whileNewest(context, at, async trx => {
    await endOldHelpCalls(trx, at)
    await recordCauses(trx, { found, covered, at })
  })
  // In the morning, or after an outage of all stores, calls are many: a server that is killed meanwhile repeats only the last of them.
  let made: number | undefined
  do made = await whileNewest(context, at, trx => callContacts(context, trx, { now: at, max: CALLS_AT_ONCE }))
  while (made === CALLS_AT_ONCE)
}

/** What a slow look found may be over since: it would call a second time for what a newer one has cleared. */
const whileNewest = <Result>({ db }: Context, at: Date, work: (trx: Trx) => Promise<Result>) =>
  inTransaction(db, async trx => {
    await lockDuty(trx)
    return (await hasNewerLook(trx, at)) ? undefined : work(trx)
  })

async function withPatience<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

async function hasNewerLook(trx: Trx, at: Date): Promise<boolean> {
  const { rows } = await sql`SELECT FROM alert WHERE last_seen_at > ${at} OR cleared_at > ${at} LIMIT 1`.execute(trx)
  return rows.length > 0
}
