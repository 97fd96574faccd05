import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from './tables.ts'

// The names and columns of the library that kept them first: servers of the previous version read them.
const APPLIED = sql.table('kysely_migration')
const LOCK = sql.table('kysely_migration_lock')
const LOCK_ID = 'migration_lock'

// A migration that would block the shop longer than this is aborted and retried.
const WAIT_FOR_A_TABLE = '2s'

/** The names of the migrations that this database has, in their order. */
export async function namesOfApplied(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ books: string | null }>`SELECT to_regclass('kysely_migration')::text AS books`.execute(
    db,
  )
  if (rows[0]?.books == null) return []
  const applied = await sql<{ name: string }>`SELECT name FROM ${APPLIED}`.execute(db)
  return applied.rows.map(({ name }) => name).toSorted()
}

/**
 * Instances that start together migrate one after the other, by a row lock that the end of the transaction releases: poolers in
 * transaction mode lose a session lock, and some PostgreSQL-compatible engines have none. False when another has it. No statement
 * waits for the lock: the index that its holder may be building would wait for that statement.
 */
export async function takeMigrationLock(trx: Transaction<Database>): Promise<boolean> {
  const held = await sql`SELECT id FROM ${LOCK} WHERE id = ${LOCK_ID} FOR UPDATE SKIP LOCKED`.execute(trx)
  if (held.rows.length === 0) return false
  await setLocally(trx, 'lock_timeout', WAIT_FOR_A_TABLE)
  // During an online migration the connection that holds the lock is idle.
  await setLocally(trx, 'idle_in_transaction_session_timeout', '0')
  return true
}

/** Several instances may try at the same moment: all but one fail, and find the tables when they retry. */
export async function makeMigrationTables(trx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{
    books: string | null
  }>`SELECT to_regclass('kysely_migration_lock')::text AS books`.execute(trx)
  if (rows[0]?.books != null) return
  await sql`CREATE TABLE ${APPLIED} (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(trx)
  await sql`CREATE TABLE ${LOCK} (id varchar(255) PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0)`.execute(trx)
  await sql`INSERT INTO ${LOCK} (id) VALUES (${LOCK_ID})`.execute(trx)
}

export async function noteApplied(trx: Transaction<Database>, name: string): Promise<void> {
  await sql`INSERT INTO ${APPLIED} (name, timestamp) VALUES (${name}, ${new Date().toISOString()})`.execute(trx)
}

async function setLocally(trx: Transaction<Database>, setting: string, value: string): Promise<void> {
  await sql`SELECT set_config(${setting}, ${value}, true)`.execute(trx)
}
