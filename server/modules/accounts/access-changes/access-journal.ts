import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { ACCESS_CHANGE_KINDS } from '#server/platform/schema/table-types/accounts.ts'
import { startPeriodicJob, logFailure, type Running } from '#server/platform/workers/periodic-job.ts'
import { reapplyRevocations, type AccessChange } from './reapply-revocations.ts'

const NAME = 'the list of blocks and taken rights'
const FILE = 'access.jsonl'
const EVERY_MS = 10_000

const line = z.object({
  id: z.uuid(),
  what: z.enum(ACCESS_CHANGE_KINDS),
  user_id: z.nullable(z.int()),
  user_created_at: z.nullable(z.iso.datetime()),
  about: z.nullable(z.string()),
  made_at: z.iso.datetime(),
})

/**
 * Keeps revoked access revoked when an older copy of the database is restored: the list of access changes, only ids, times and
 * hashes, is kept in the directory of the backups. A change in the file but not in the database is applied again; a change in the
 * database but not in the file is added to it.
 */
export async function matchAccess(context: Context, directory: string): Promise<void> {
  const kept = await readList(directory)
  const known = await listKnown(context)
  const knownIds = new Set(known.map(({ id }) => id))
  const lost = kept.filter(({ id }) => !knownIds.has(id))
  if (lost.length > 0) await reapplyRevocations(context, { lost, known })
  const keptIds = new Set(kept.map(({ id }) => id))
  const added = known.filter(({ id }) => !keptIds.has(id))
  if (added.length === 0) return
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await appendFile(join(directory, FILE), added.map(each => `\n${JSON.stringify(each)}`).join(''), { mode: 0o600 })
}

const listKnown = async ({ db }: Context): Promise<AccessChange[]> =>
  (await db.selectFrom('access_change').selectAll().orderBy('made_at').orderBy('number').execute()).map(
    ({ number: _number, ...row }) => ({
      ...row,
      user_created_at: row.user_created_at?.toISOString() ?? null,
      made_at: row.made_at.toISOString(),
    }),
  )

/** A line that a crash truncated is skipped, and so added again. Throws if the file exists but can't be read. */
async function readList(directory: string): Promise<AccessChange[]> {
  const text = await readFile(join(directory, FILE), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const changes = text.split('\n').flatMap(each => readLine(each) ?? [])
  return [...new Map(changes.map(each => [each.id, each])).values()]
}

function readLine(text: string): AccessChange | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Runs `matchAccess` before any request is answered, and then every ten seconds; never without a backup directory. */
export async function startAccessJournal(context: Context, directory: string | undefined): Promise<Running> {
  if (directory === undefined) return { stop: () => undefined }
  const work = () => matchAccess(context, directory)
  await work().catch((error: unknown) => logFailure(context.log, NAME, error))
  return startPeriodicJob(context, { name: NAME, work, everyMs: EVERY_MS })
}
