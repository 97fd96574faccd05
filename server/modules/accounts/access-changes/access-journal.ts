import * as z from 'zod/mini'
import { STORE_RIGHTS } from '#domain/accounts/store-rights.ts'
import type { Context } from '#server/platform/context.ts'
import { ACCESS_JOURNAL, appendToJournal, logFaults, readJournal } from '#server/platform/journal/signed-journal.ts'
import { ACCESS_CHANGE_KINDS } from '#server/platform/schema/table-types/accounts.ts'
import { startPeriodicJob, logFailure, type RunningJob } from '#server/platform/workers/periodic-job.ts'
import { reapplyRevocations } from './reapply-revocations.ts'
import type { AccessChange } from './revoke-access.ts'

const JOURNAL_NAME = 'the list of blocks and taken rights'
const EVERY_MS = 10_000

/** An entry of the journal. */
export const accessChange = z.object({
  id: z.uuid(),
  kind: z.enum(ACCESS_CHANGE_KINDS),
  user_id: z.nullable(z.int()),
  user_created_at: z.nullable(z.iso.datetime()),
  subject: z.nullable(z.string()),
  right_kind: z.nullable(z.enum(STORE_RIGHTS)),
  right_store_id: z.nullable(z.int()),
  changed_at: z.iso.datetime(),
})

/**
 * Keeps revoked access revoked when an older copy of the database is restored: the list of access changes, only ids, times and
 * hashes, is kept in the directory of the backups. A change in the file but not in the database is applied again; a change in the
 * database but not in the file is added to it.
 */
export async function matchAccess(context: Context, directory: string): Promise<void> {
  const place = { directory, name: ACCESS_JOURNAL, schema: accessChange } as const
  const journal = await readJournal(context.config, place)
  logFaults(context, place, journal)
  const recorded = [...new Map(journal.entries.map(each => [each.id, each])).values()]
  const recordedChanges = await listKnown(context)
  const knownIds = new Set(recordedChanges.map(({ id }) => id))
  const lost = recorded.filter(({ id }) => !knownIds.has(id))
  if (lost.length > 0) await reapplyRevocations(context, { lost, recorded: recordedChanges })
  const keptIds = new Set(recorded.map(({ id }) => id))
  if (recordedChanges.every(({ id }) => keptIds.has(id))) return
  await appendToJournal(context, place, entries => {
    const ids = new Set(entries.map(({ id }) => id))
    return recordedChanges.filter(({ id }) => !ids.has(id))
  })
}

const listKnown = async ({ db }: Context): Promise<AccessChange[]> =>
  (await db.selectFrom('access_change').selectAll().orderBy('changed_at').orderBy('number').execute()).map(
    ({ number: _number, ...row }) => ({
      ...row,
      user_created_at: row.user_created_at?.toISOString() ?? null,
      changed_at: row.changed_at.toISOString(),
    }),
  )

/** Runs `matchAccess` before any request is answered, and then every ten seconds; never without a backup directory. */
export async function startAccessJournal(context: Context, directory: string | undefined): Promise<RunningJob> {
  if (directory === undefined) return { stop: () => undefined }
  const work = () => matchAccess(context, directory)
  await work().catch((error: unknown) => logFailure(context.log, JOURNAL_NAME, error))
  return startPeriodicJob(context, { name: JOURNAL_NAME, work, everyMs: EVERY_MS })
}
