import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { verifyHmac, STORED_SECRET, makeSecrets, type Secrets } from '#server/platform/secrets/secrets.ts'

export const ACCESS_JOURNAL = 'access.jsonl'
export const ERASURE_JOURNAL = 'erasures.jsonl'
type JournalName = typeof ACCESS_JOURNAL | typeof ERASURE_JOURNAL

type JournalPlace<T> = { directory: string; name: JournalName; schema: z.ZodMiniType<T> }

/**
 * `unsigned`: the number of lines that no known secret has signed; their entries are left out. `gaps`: the times of the lines
 * before which others are missing, or which were moved. `lastAt`: when the last signed line was written.
 */
export type Journal<T> = {
  entries: T[]
  unsigned: number
  gaps: string[]
  lastAt: string | undefined
  isMissing: boolean
  /** The HMAC of the last signed line. */
  end: string
}

const JOURNAL_PURPOSE = 'journal'
const entryEnvelope = z.object({ written_at: z.iso.datetime(), after: z.string() })
const SIGNED_LINE = /^(\{.*),"hmac":"([\w-]{43})"\}$/

/** None without PUOTI_SECRET: a secret in the database is in each backup, so that anyone who has one could sign lines. */
const journalSecrets = ({ secret, earlierSecrets }: Pick<Config, 'secret' | 'earlierSecrets'>): Secrets | undefined =>
  secret === undefined ? undefined : makeSecrets(secret, ...earlierSecrets.filter(each => each !== STORED_SECRET))

/**
 * Reads a file of JSON lines in the directory of the backups. Each line has an HMAC of itself, the name of the file and the HMAC
 * of the line before: added, changed, removed and moved lines are noticed, except when the last ones are removed. A line that a
 * crash truncated is skipped. Throws if the file exists but can't be read.
 */
export async function readJournal<T>(
  config: Context['config'],
  { directory, name, schema }: JournalPlace<T>,
): Promise<Journal<T>> {
  const secrets = journalSecrets(config)
  const text = await readText(join(directory, name))
  const journal: Journal<T> = {
    entries: [],
    unsigned: 0,
    gaps: [],
    lastAt: undefined,
    isMissing: text === undefined,
    end: '',
  }
  // Also of a line whose secret is not known any more.
  let before = ''
  for (const line of text?.split('\n') ?? []) {
    const json = parseJson(line)
    if (json === undefined) continue
    const [, signed = '', hmac = ''] = SIGNED_LINE.exec(line) ?? []
    const hash = Buffer.from(hmac, 'base64url')
    if (secrets && !verifyHmac(secrets, JOURNAL_PURPOSE, { text: `${name}\n${signed}`, hash })) {
      journal.unsigned += 1
      if (hmac !== '') before = hmac
      continue
    }
    const entry = schema.safeParse(json).data
    if (entry !== undefined) journal.entries.push(entry)
    const parsed = entryEnvelope.safeParse(json).data
    if (!parsed) continue
    if (secrets && parsed.after !== journal.end && parsed.after !== before) journal.gaps.push(parsed.written_at)
    journal.lastAt = parsed.written_at
    journal.end = hmac
    before = hmac
  }
  return journal
}

const readText = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Appends the entries that `findMissing` returns for those in the file. Only one server of a database does it at a time, so that
 * each line follows the one before it.
 */
export async function appendToJournal<T extends object>(
  { config, db, now }: Pick<Context, 'config' | 'db' | 'now'>,
  place: JournalPlace<T>,
  findMissing: (entries: readonly T[]) => readonly T[],
): Promise<void> {
  const { directory, name } = place
  const secrets = journalSecrets(config)
  await inTransaction(db, async trx => {
    await trx.selectFrom('backup_claim').select('night').forUpdate().execute()
    const { entries, end } = await readJournal(config, place)
    let after = end
    const lines = findMissing(entries).map(entry => {
      const text = JSON.stringify({ ...entry, written_at: now().toISOString(), after }).slice(0, -1)
      if (!secrets) return `\n${text}}`
      after = secrets.hmac(JOURNAL_PURPOSE, `${name}\n${text}`).toString('base64url')
      return `\n${text},"hmac":"${after}"}`
    })
    if (lines.length === 0) return
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await appendFile(join(directory, name), lines.join(''), { mode: 0o600 })
  })
}

/** What is wrong with a journal, in sentences; none if nothing is. */
export function describeFaults(name: string, { unsigned, gaps }: Journal<unknown>): string[] {
  const lines = unsigned === 1 ? '1 line was' : `${unsigned} lines were`
  const [first] = gaps
  return [
    ...(unsigned === 0
      ? []
      : [
          `${name}: ${lines} not written by this shop with PUOTI_SECRET or PUOTI_SECRET_PREVIOUS, or changed since, and ignored.`,
        ]),
    ...(first === undefined
      ? []
      : [
          `${name}: before the line of ${first} others were removed or moved. A restored backup may bring back what they revoked or erased.`,
        ]),
  ]
}

/** The faults that were last logged, by file. */
const loggedFaults = new Map<string, string>()

/** Logs what is wrong with a journal, unless it was logged before. */
export function logFaults(
  { log }: Pick<Context, 'log'>,
  { directory, name }: JournalPlace<unknown>,
  journal: Journal<unknown>,
) {
  const faults = describeFaults(name, journal).join(' ')
  const file = join(directory, name)
  if (faults !== '' && loggedFaults.get(file) !== faults)
    log.error({ directory }, `${faults} See “If a journal was changed” in docs/operator/backups.md`)
  loggedFaults.set(file, faults)
}
