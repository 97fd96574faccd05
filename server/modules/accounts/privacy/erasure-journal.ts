import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { startPeriodicJob, logFailure, type Running } from '#server/platform/workers/periodic-job.ts'
import { eraseAgain, listErased, type Erased } from './erase-many.ts'

const NAME = 'the list of erasures'
const FILE = 'erasures.jsonl'
const EVERY_MS = 60_000

const erased = z.object({ user_id: z.int(), user_created_at: z.string() })

/**
 * Keeps erased persons erased when an older copy of the database is restored: the list of them, only ids and times, is kept
 * beside the backups. A person in the file but not in the database is erased again; a person in the database but not in the file
 * is added to it.
 */
export async function matchErasures(context: Context, directory: string): Promise<void> {
  const [kept, known] = [await readList(directory), await listErased(context.db)]
  const lost = without(kept, known)
  if (lost.length > 0) {
    const { erased: again, left } = await eraseAgain(context, lost)
    if (again > 0) context.log.warn({ again }, 'the database was restored: users erased since were erased again')
    if (left.length > 0)
      context.log.warn({ left }, 'users erased before the restore have open payments: they will be erased later')
  }
  const added = without(known, kept)
  if (added.length === 0) return
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await appendFile(join(directory, FILE), added.map(each => `\n${JSON.stringify(each)}`).join(''), { mode: 0o600 })
}

const keyOf = ({ user_id, user_created_at }: Erased) => `${user_id} ${user_created_at}`

function without(some: readonly Erased[], others: readonly Erased[]): Erased[] {
  const keys = new Set(others.map(keyOf))
  return some.filter(each => !keys.has(keyOf(each)))
}

/** A line that a crash truncated is skipped, and so added again. */
async function readList(directory: string): Promise<Erased[]> {
  const text = await readFile(join(directory, FILE), 'utf8').catch(() => '')
  return text.split('\n').flatMap(line => readLine(line) ?? [])
}

function readLine(line: string): Erased | undefined {
  try {
    return erased.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** Where backups are kept: runs at once, before anything is sent or shown to an erased person, and then every minute. */
export async function startErasureJournal(context: Context, directory: string | undefined): Promise<Running> {
  if (directory === undefined) return { stop: () => undefined }
  const work = () => matchErasures(context, directory)
  await work().catch((error: unknown) => logFailure(context.log, NAME, error))
  return startPeriodicJob(context, { name: NAME, work, everyMs: EVERY_MS })
}
