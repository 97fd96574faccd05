import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { DatabaseError, type Pool } from 'pg'
import { MigrationDialect } from './migration-lock.ts'
import { DatabaseStartError } from './start-error.ts'

const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations')
const FILE_NAME = /^\d{3}-[a-z0-9-]+\.sql$/
const TRIES = 5

// SQLSTATE: another instance made the bookkeeping tables at the same moment (25P02 is what Kysely sees of that, looking
// again inside the failed transaction), or a table stayed locked for too long.
const PASSING_STATES = new Set(['42P07', '23505', '25P02', '55P03', '40001', '40P01'])

// The migrator reads and writes its own tables alone; what the files do is theirs.
type Bookkeeping = { kysely_migration: { name: string } }

type Wanted = {
  directory?: string
  /** The last migration to apply, for what an older version of the shop has kept; otherwise the newest. */
  until?: string
}

/**
 * Brings the schema up to the newest file of the directory, in one transaction; several instances may do so at once.
 * Returns the names it applied. Throws DatabaseStartError when the database is newer than the code, or when a file fails.
 */
export async function migrate(pool: Pool, { directory = MIGRATIONS_DIR, until }: Wanted = {}): Promise<string[]> {
  const migrations = upTo(until, await readMigrations(directory))
  // Not destroyed afterwards: the pool belongs to the caller.
  const db = new Kysely<Bookkeeping>({ dialect: new MigrationDialect({ pool }) })
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(transaction => migrateWithin(transaction, migrations))
    } catch (error) {
      if (attempt >= TRIES || !isPassing(error)) throw error
      await pause(100 * attempt)
    }
  }
}

function upTo(until: string | undefined, migrations: Record<string, Migration>): Record<string, Migration> {
  if (until === undefined) return migrations
  if (until in migrations) return Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= until))
  throw new DatabaseStartError(
    `This version of the shop does not know the migration ${until}: it is older than what it should read. Use the newer version.`,
  )
}

async function migrateWithin(db: Kysely<Bookkeeping>, migrations: Record<string, Migration>): Promise<string[]> {
  const provider: MigrationProvider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider })
  const applied = await namesOfApplied(db)
  refuseNewer(applied, Object.keys(migrations))
  // Most servers that start. One whose role may only touch rows could not even take the lock.
  if (Object.keys(migrations).every(name => applied.includes(name))) return []
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return (results ?? []).map(result => result.migrationName)
  const failed = results?.find(result => result.status === 'Error')
  if (!failed) throw error
  throw new DatabaseStartError(`The migration ${failed.migrationName} failed: ${messageOf(error)}`, { cause: error })
}

async function namesOfApplied(db: Kysely<Bookkeeping>): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  if (!rows[0]?.name) return []
  const applied = await db.selectFrom('kysely_migration').select('name').execute()
  return applied.map(({ name }) => name)
}

function refuseNewer(applied: string[], known: string[]): void {
  const unknown = applied
    .filter(name => !known.includes(name))
    .toSorted()
    .at(-1)
  if (unknown === undefined) return
  throw new DatabaseStartError(
    `The database is newer than this version of the shop: it has the migration ${unknown}, and this version ends at ${known.toSorted().at(-1)}. Start the newer version.`,
  )
}

async function readMigrations(directory: string): Promise<Record<string, Migration>> {
  const names = (await readdir(directory)).filter(name => FILE_NAME.test(name))
  const entries = names.map(
    async name => [name.replace(/\.sql$/, ''), fileMigration(await readFile(join(directory, name), 'utf8'))] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function fileMigration(text: string): Migration {
  return {
    async up(db) {
      try {
        // The text is a file of this repository: no one's input gets here.
        await sql.raw(text).execute(db)
      } catch (error) {
        if (error instanceof DatabaseError) error.message += lineOf(error, text)
        throw error
      }
    },
  }
}

/** PostgreSQL tells the character, people look for the line. */
function lineOf({ position }: DatabaseError, text: string): string {
  return position === undefined ? '' : ` (line ${text.slice(0, Number(position)).split('\n').length})`
}

function isPassing(error: unknown): boolean {
  const cause = error instanceof DatabaseStartError ? error.cause : error
  return cause instanceof DatabaseError && PASSING_STATES.has(cause.code ?? '')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
