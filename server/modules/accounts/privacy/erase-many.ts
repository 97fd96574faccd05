import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { appendToJournal, ERASURE_JOURNAL, logFaults, readJournal } from '#server/platform/journal/signed-journal.ts'
import { hasAnyRight } from '#server/platform/rights/rights-of-user.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { startPeriodicJob, logFailure, type RunningJob } from '#server/platform/workers/periodic-job.ts'
import { type RequestedBy, eraseUser } from './erase-user.ts'
import { findRemovalBlockers, findWaiting, type WaitingPreorder } from './removal-blockers.ts'

/** Erases one person unless something hinders it, such as an open payment; returns whether it did. */
const eraseOne = (context: Context, userId: number, askedBy: RequestedBy): Promise<boolean> =>
  inTransaction(context.db, async db => {
    if (!(await lockUser(db, userId))) return false
    const waiting = await lockWaiting(db, userId, context.now())
    const blockers = await findRemovalBlockers(db, { userId, waiting })
    if (blockers.length > 0) return false
    await eraseUser({ ...context, db }, { userId, waiting, askedBy })
    return true
  })

/**
 * Erases the accounts without a sign-in for `years` years and without a valid session, except those of people with a right. Erases at most
 * `max`; returns how many.
 */
export async function eraseIdle(context: Context, { years, max }: { years: number; max: number }): Promise<number> {
  const since = new Date(context.now())
  since.setUTCFullYear(since.getUTCFullYear() - years)
  const idle = await context.db
    .selectFrom('app_user')
    .select('id')
    .where('last_login_at', '<', since)
    .where('is_admin', '=', false)
    .where(({ not }) => not(hasAnyRight))
    // A session is extended for as long as it is used.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session').whereRef('session.user_id', '=', 'app_user.id').where('expires_at', '>', context.now()),
        ),
      ),
    )
    .orderBy('last_login_at')
    .limit(max)
    .execute()
  let erased = 0
  for (const { id } of idle) if (await eraseOne(context, id, 'clean-up')) erased += 1
  return erased
}

/** An entry of the list of erased persons: an id is the same person only with the same `user_created_at`. */
type ErasedUser = { user_id: number; user_created_at: string }

const listErased = async (db: Db): Promise<ErasedUser[]> =>
  (await db.selectFrom('erased_user').select(['user_id', 'user_created_at']).orderBy('erased_at').execute()).map(
    row => ({ ...row, user_created_at: row.user_created_at.toISOString() }),
  )

/**
 * After an older copy of the database was restored: erases the persons again who had been erased since it was made. `left`: those
 * who could not be erased, since they have open payments in the copy.
 */
async function eraseAgain(
  context: Context,
  list: readonly ErasedUser[],
): Promise<{ erased: number; notErased: number[] }> {
  const notErased: number[] = []
  let erased = 0
  for (const { user_id: id, user_created_at } of list) {
    const user = await context.db
      .selectFrom('app_user')
      .select('created_at')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (user?.created_at.toISOString() !== user_created_at) continue
    if (await eraseOne(context, id, 'clean-up')) erased += 1
    else notErased.push(id)
  }
  return { erased, notErased: notErased }
}

/**
 * Locks the user, so that they can't pay, order or be removed twice, and all admins, so that the last one stays. Locks in the
 * order of ids, as changes of rights do.
 */
export async function lockUser(trx: Trx, userId: number) {
  await trx
    .selectFrom('app_user')
    .select('id')
    .where(({ or, eb }) => or([eb('is_admin', '=', sql.lit(true)), eb('id', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  return trx
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['app_user.id', 'app_user.email', 'app_user.phone', 'language.code as language'])
    .where('app_user.id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Locks the booked and delivered pre-orders, so that none is delivered or cancelled meanwhile. */
export async function lockWaiting(trx: Trx, userId: number, now: Date): Promise<WaitingPreorder[]> {
  const ids = (await findWaiting(trx, userId, now)).map(({ id }) => id)
  if (ids.length === 0) return []
  const lockedOrders = trx.selectFrom('customer_order').select('id').where('id', '=', anyId(ids)).orderBy('id')
  await lockedOrders.forNoKeyUpdate().execute()
  return findWaiting(trx, userId, now)
}

const JOURNAL_NAME = 'the list of erasures'
const EVERY_MS = 60_000

/** An entry of the journal. */
export const erasedUser = z.object({ user_id: z.int(), user_created_at: z.string() })

/**
 * Keeps erased persons erased when an older copy of the database is restored: the list of them, only ids and times, is kept in
 * the directory of the backups. A person in the file but not in the database is erased again; a person in the database but not in
 * the file is added to it.
 */
export async function matchErasures(context: Context, directory: string): Promise<void> {
  const place = { directory, name: ERASURE_JOURNAL, schema: erasedUser } as const
  const journal = await readJournal(context.config, place)
  logFaults(context, place, journal)
  const recorded = journal.entries
  const erased = await listErased(context.db)
  const lost = withoutUsers(recorded, erased)
  if (lost.length > 0) {
    const { erased: again, notErased: left } = await eraseAgain(context, lost)
    if (again > 0) context.log.warn({ again }, 'the database was restored: users erased since were erased again')
    if (left.length > 0)
      context.log.warn({ left }, 'users erased before the restore have open payments: they will be erased later')
  }
  if (withoutUsers(erased, recorded).length > 0)
    await appendToJournal(context, place, entries => withoutUsers(erased, entries))
}

const erasureKey = ({ user_id, user_created_at }: ErasedUser) => `${user_id} ${user_created_at}`

function withoutUsers(some: readonly ErasedUser[], others: readonly ErasedUser[]): ErasedUser[] {
  const keys = new Set(others.map(erasureKey))
  return some.filter(each => !keys.has(erasureKey(each)))
}

/** Runs `matchErasures` before anything is sent or shown to an erased person, then every minute; never without a directory. */
export async function startErasureJournal(context: Context, directory: string | undefined): Promise<RunningJob> {
  if (directory === undefined) return { stop: () => undefined }
  const work = () => matchErasures(context, directory)
  await work().catch((error: unknown) => logFailure(context.log, JOURNAL_NAME, error))
  return startPeriodicJob(context, { name: JOURNAL_NAME, work, everyMs: EVERY_MS })
}
