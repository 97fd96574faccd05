import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { DatabaseError, type Pool } from 'pg'
import { DatabaseStartError, SetupError } from '#server/platform/db/start-error.ts'
import { hashStatements, readMigrationFiles, SCHEMA_NAME, upTo, type MigrationFile } from './migration-files.ts'
import { readOnlineStatements, runOnline } from './online-migration.ts'
import type { Database, Db, Trx } from './tables.ts'

/** Groups consecutive files for one transaction each; an online file is its own group. */
function splitStretches(files: readonly MigrationFile[]): MigrationFile[][] {
  const stretches: MigrationFile[][] = []
  for (const file of files) {
    const last = stretches.at(-1)
    if (last && !file.isOnline && !last[0]?.isOnline) last.push(file)
    else stretches.push([file])
  }
  return stretches
}

const MAX_TRIES = 5
const WAIT_FOR_OTHERS_MS = 120_000

// SQLSTATE: another instance made the bookkeeping tables or their row types at the same moment, or a table stayed locked for too long.
const PASSING_STATES = new Set(['42P07', '42710', '23505', '55P03', '40001', '40P01'])

type MigrateOptions = {
  /** A directory with the migrations of a later version, which are applied after those of this one. */
  next?: string | undefined
  /** The last migration to apply, for data that an older version of the shop has kept; otherwise the newest. */
  until?: string
  /** Online files that are not followed by another file may wait until the shop is open, unless the database is new. */
  leavesOnline?: boolean
}

/**
 * Brings the schema up to the newest migration; several instances may do so at once. Files between two online files are
 * applied in one transaction. Returns the names it applied. Throws DatabaseStartError when the database is newer than the code or
 * older than 0.1.0, when it has a file with other statements, or when a file fails.
 */
export async function migrate(
  pool: Pool,
  { next, until, leavesOnline = false }: MigrateOptions = {},
): Promise<string[]> {
  const files = upTo(await readMigrationFiles(next), until)
  // Not destroyed afterwards: the pool belongs to the caller.
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const before = await findCompatible(db, files)
  const waiting = splitStretches(files).filter(stretch => missingFiles(stretch, before).length > 0)
  if (leavesOnline && before.length > 0) while (waiting.at(-1)?.[0]?.isOnline) waiting.pop()
  const applied: string[] = []
  for (const stretch of waiting) applied.push(...(await retryWhenLocked(db, trx => applyWithin(db, trx, stretch))))
  return applied
}

/**
 * The migrations that the database lacks for this version's programs; online ones may still be running while the shop is open.
 */
export async function missingMigrations(db: Db): Promise<{ applied: number; missing: string[] }> {
  const files = await readMigrationFiles()
  const applied = await findCompatible(db, files)
  const missing = missingFiles(files, applied).filter(({ isOnline }) => !isOnline)
  return { applied: applied.length, missing: missing.map(({ name }) => name) }
}

/** Runs `work` in a transaction, repeatedly while it returns undefined because another instance is migrating. */
async function retryWhenLocked(db: Db, work: (trx: Trx) => Promise<string[] | undefined>): Promise<string[]> {
  const deadline = performance.now() + WAIT_FOR_OTHERS_MS
  for (let attempt = 1; ;) {
    try {
      // Most starting servers do not reach this: a role that may only access rows couldn't create these tables.
      await db.transaction().execute(makeMigrationTables)
      const applied = await db.transaction().execute(work)
      if (applied) return applied
    } catch (error) {
      if (attempt++ >= MAX_TRIES || !isPassing(error)) throw error
    }
    if (performance.now() > deadline) throw new DatabaseStartError(OTHERS_MIGRATE)
    await sleep(100 * attempt)
  }
}

const OTHERS_MIGRATE =
  'Another server or puoti migrate has been changing the schema for two minutes: try again once it has ended.'

/** Undefined while another instance is migrating. */
async function applyWithin(db: Db, trx: Trx, stretch: readonly MigrationFile[]): Promise<string[] | undefined> {
  if (!(await acquireMigrationLock(trx))) return undefined
  // Another instance may have applied them meanwhile.
  const missing = missingFiles(stretch, getNames(await findApplied(trx)))
  for (const file of missing) {
    await nameFileInErrors(file, () => (file.isOnline ? applyBeside(db, file) : sql.raw(file.text).execute(trx)))
    await recordApplied(trx, file)
  }
  return missing.map(({ name }) => name)
}

/** On other connections than the one that holds the lock. */
const applyBeside = async (db: Db, { text }: MigrationFile) => runOnline(db, readOnlineStatements(text))

const missingFiles = (files: readonly MigrationFile[], applied: readonly string[]): MigrationFile[] =>
  files.filter(({ name }) => !applied.includes(name))

/** The names of the migrations that the database has. Throws SetupError when this version can't use the database. */
async function findCompatible(db: Db, files: readonly MigrationFile[]): Promise<string[]> {
  const applied = await findApplied(db)
  refuseNewer(getNames(applied), files)
  refuseChanged(applied, files)
  return getNames(applied)
}

const getNames = (applied: readonly AppliedMigration[]) => applied.map(({ name }) => name)

function refuseNewer(applied: readonly string[], files: readonly MigrationFile[]): void {
  const unknown = applied.findLast(name => !files.some(file => file.name === name))
  if (unknown === undefined) return
  throw new SetupError(
    `The database is newer than this version of the shop: it has the migration ${unknown}, and this version ends at ${files.at(-1)?.name}. Start the newer version.`,
  )
}

/** The files of a released version never change, except for comments. */
function refuseChanged(applied: readonly AppliedMigration[], files: readonly MigrationFile[]): void {
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]))
  const changed = files.find(file => hashes.has(file.name) && hashes.get(file.name) !== hashStatements(file))
  if (changed?.name === SCHEMA_NAME) throw new SetupError(BEFORE_FIRST_RELEASE)
  if (changed)
    throw new SetupError(
      `The migration ${changed.name} was applied to this database with other statements than this version has: start the version that applied it, and export the data.`,
    )
}

/** Adds the failed file and line to the error. The files are the repository's own: they contain no user input. */
async function nameFileInErrors({ name, text }: MigrationFile, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const line = error instanceof DatabaseError ? formatLineNumber(error, text) : ''
    throw new DatabaseStartError(`The migration ${name} failed: ${getMessage(error)}${line}`, { cause: error })
  }
}

/** PostgreSQL reports the character, people look for the line. */
function formatLineNumber({ position }: DatabaseError, text: string): string {
  return position === undefined ? '' : ` (line ${text.slice(0, Number(position)).split('\n').length})`
}

function isPassing(error: unknown): boolean {
  const cause = error instanceof DatabaseStartError ? error.cause : error
  return cause instanceof DatabaseError && PASSING_STATES.has(cause.code ?? '')
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const APPLIED_TABLE = sql.table('schema_migration')
const LOCK_TABLE = sql.table('schema_migration_lock')

// A migration that would block the shop longer than this is aborted and retried.
const WAIT_FOR_A_TABLE = '2s'

const BEFORE_FIRST_RELEASE =
  'The database was made by a version before 0.1.0, which this version can’t read: delete the data directory of a demo; of a real shop, export the data with the old version, and import it into a new database.'

/** `sha256`: of its statements; null when the database was made before it was stored. */
type AppliedMigration = { name: string; sha256: string | null }

/** The migrations that this database has, in their order. Throws SetupError for a database from before 0.1.0. */
async function findApplied(db: Db): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ hasApplied: boolean; isBefore: boolean }>`
    SELECT to_regclass('schema_migration') IS NOT NULL AS "hasApplied",
      to_regclass('kysely_migration') IS NOT NULL AS "isBefore"`.execute(db)
  if (rows[0]?.isBefore) throw new SetupError(BEFORE_FIRST_RELEASE)
  if (!rows[0]?.hasApplied) return []
  const applied = await sql<AppliedMigration>`
    SELECT name, to_jsonb(applied) ->> 'sha256' AS sha256 FROM ${APPLIED_TABLE} applied ORDER BY name COLLATE "C"`.execute(
    db,
  )
  return applied.rows
}

/**
 * Instances that start together migrate one after the other, by a row lock that the end of the transaction releases: poolers in
 * transaction mode lose a session lock, and some PostgreSQL-compatible engines have none. False when another has it. No statement
 * waits for the lock: the index that its holder may be building would wait for that statement.
 */
async function acquireMigrationLock(trx: Trx): Promise<boolean> {
  const locked = await sql`SELECT id FROM ${LOCK_TABLE} FOR UPDATE SKIP LOCKED`.execute(trx)
  if (locked.rows.length === 0) return false
  await setLocally(trx, 'lock_timeout', WAIT_FOR_A_TABLE)
  // During an online migration the connection that holds the lock is idle.
  await setLocally(trx, 'idle_in_transaction_session_timeout', '0')
  return true
}

/** Several instances may try at the same moment: all but one fail, and find the tables when they retry. */
async function makeMigrationTables(trx: Trx): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('schema_migration_lock') IS NOT NULL AS exists`.execute(trx)
  if (rows[0]?.exists) return
  await sql`CREATE TABLE ${APPLIED_TABLE} (name text PRIMARY KEY, sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now())`.execute(trx)
  await sql`CREATE TABLE ${LOCK_TABLE} (id integer PRIMARY KEY)`.execute(trx)
  await sql`INSERT INTO ${LOCK_TABLE} (id) VALUES (1)`.execute(trx)
}

async function recordApplied(trx: Trx, file: MigrationFile): Promise<void> {
  await sql`INSERT INTO ${APPLIED_TABLE} (name, sha256) VALUES (${file.name}, ${hashStatements(file)})`.execute(trx)
}

async function setLocally(trx: Trx, setting: string, value: string): Promise<void> {
  await sql`SELECT set_config(${setting}, ${value}, true)`.execute(trx)
}
