import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { z } from 'zod'
import { DAY_MS } from '#domain/durations.ts'
import { orderNumbersAhead } from '#domain/payments/reference-number.ts'
import { closeUnsent } from '#server/modules/messaging/push/close-unsent.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import {
  BackupError,
  type BackupHeader,
  headerSchema,
  type BackupSums,
  tableFootSchema,
  tableHeaderSchema,
  tailSchema,
  BackupReader,
} from './backup-files.ts'
import { refuseUnsigned, SignatureCheck, type SignatureRule } from './backup-signature.ts'
import {
  copyInto,
  setSequences,
  shopSums,
  type ShopTable,
  shopTables,
  setCanonicalOutput,
  truncateStatement,
  readFoot,
} from './create-backup.ts'

/** Emptied by a restore. A device belongs to a session, or was being moved to its user's next one. */
const EMPTIED_TABLES = [
  'push_device',
  'passkey_challenge',
  'session',
  'disabled_session',
  'login_link',
  'invitation',
  'removal_code',
  'phone_verification',
] as const

/** The number of sessions ended, and of messages to everyone cancelled that fell due since the backup. */
type EndedRecords = { sessions: number; cancelled: number }

/**
 * For a restore, in its transaction: since the backup, users may have been signed out, links and codes used, door codes revoked,
 * and waiting messages sent.
 */
async function endWhatLived(client: PoolClient): Promise<EndedRecords> {
  const { rows } = await client.query<{ sessions: number }>('SELECT count(*)::integer AS sessions FROM session')
  // A worker removes them from their locks.
  await client.query(
    `UPDATE door_code SET state = 'revoked', code_encrypted = NULL, due_at = now() WHERE state IN ('pending', 'active')`,
  )
  const cancelled = await closeUnsent(client)
  for (const table of EMPTIED_TABLES) await client.query(`DELETE FROM ${table}`)
  return { sessions: rows[0]?.sessions ?? 0, cancelled }
}

export type RestoreResult = {
  head: BackupHeader
  tables: number
  rows: number
  sums: BackupSums
  jobs: number
  /** Undefined for a move, which ends nothing. */
  ended: EndedRecords | undefined
}
export type RestoreOptions = {
  now: Date
  /** The shop has been stopped since the backup, and continues here: users stay signed in, and waiting messages are sent. */
  isMove?: boolean
  /** Without it, no signature is checked: for a backup that this process has just written or made. */
  signature?: SignatureRule
  /** The directory of migrations of a later version, as for `migrate`. */
  next?: string
}
type FillInput = { now: Date; isMove: boolean } & {
  client: PoolClient
  reader: BackupReader
  head: BackupHeader
  check: SignatureCheck
}

/**
 * Fills an empty database from a backup's text and verifies that every row is as it was; then ends what must not be restored
 * (`endWhatLived`), unless the shop moves, and migrates the database to the schema of this version. All rows are written in one
 * transaction: interrupted anywhere, the database is as empty as before. Throws BackupError when the database is not empty, or
 * the backup is damaged or of a newer version.
 */
export async function restoreBackup(
  pool: Pool,
  pieces: AsyncIterable<Buffer>,
  { now, isMove = false, signature, next }: RestoreOptions,
): Promise<RestoreResult> {
  const check = new SignatureCheck(signature?.keys ?? [])
  const reader = new BackupReader(pieces, bytes => check.update(bytes))
  const head = await readPart(reader, headerSchema)
  if (signature) refuseUnsigned(head, signature)
  if (isMove) refuseOldMove(head, now)
  await refuseFull(pool)
  await migrate(pool, { next, until: head.schema })
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await setCanonicalOutput(client)
    const restored = await fillDatabase({ client, reader, head, now, isMove, check })
    await client.query('COMMIT')
    client.release()
    await migrate(pool, { next })
    await pool.query('ANALYZE')
    return { ...restored, jobs: await countWaiting(pool) }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The head of a backup. Throws BackupError when the text is not a backup, or can't be read. */
export const readBackupHeader = (pieces: AsyncIterable<Buffer>): Promise<BackupHeader> =>
  readPart(new BackupReader(pieces), headerSchema)

type FilledDatabase = Omit<RestoreResult, 'jobs'>

async function fillDatabase({ client, reader, head, now, isMove, check }: FillInput): Promise<FilledDatabase> {
  const tables = await shopTables(client)
  refuseOtherTables(head, tables)
  const putBackForeignKeys = await withoutForeignKeys(client)
  await client.query(truncateStatement(tables))
  let rows = 0
  for (const table of tables) rows += await fillTable(client, reader, table)
  const { sequences, sums } = await readPart(reader, tailSchema)
  await check.end(reader, head)
  await reader.end()
  await putBackForeignKeys()
  await setSequences(client, sequences, { customer_order_id_seq: await ordersMissed(client, head, now) })
  compareSums(sums, await shopSums(client))
  const ended = isMove ? undefined : await endWhatLived(client)
  return { head, tables: tables.length, rows, sums, ended }
}

/** Emails and SMS that the restored shop will send, receipts among them. */
async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM outbox_message WHERE kind <> 'push' AND state IN ('waiting', 'sending')`,
  )
  return rows[0]?.count ?? 0
}

/** Copies the rows, counted and hashed; then the contents of the table must be the same. */
async function fillTable(client: PoolClient, reader: BackupReader, table: ShopTable): Promise<number> {
  const { table: name, columns } = await readPart(reader, tableHeaderSchema)
  if (name !== table.name || columns.join() !== table.columns.join())
    throw new BackupError(`The backup's table ${name} is not the database's ${table.name}: it is damaged.`)
  const hash = createHash('sha256')
  const into = client.query(copyFrom(copyInto(table)))
  const hashed = async function* () {
    for await (const piece of reader.rows()) {
      hash.update(piece)
      yield piece
    }
  }
  await pipeline(hashed, into)
  const foot = await readPart(reader, tableFootSchema)
  if (foot.sha256 !== hash.digest('hex'))
    throw new BackupError(`The rows of ${name} are not those that were backed up.`)
  const now = await readFoot(client, table)
  if (now.rows === foot.rows && now.sha256 === foot.sha256) return foot.rows
  throw new BackupError(`The restored rows of ${name} differ from the backup: ${now.rows} of ${foot.rows} rows.`)
}

async function readPart<T>(reader: BackupReader, schema: z.ZodType<T>): Promise<T> {
  const read = schema.safeParse(await reader.json())
  if (read.success) return read.data
  throw new BackupError('This is no backup of Puoti that this version can read, or it is damaged.')
}

/** Sessions and rights may have ended since the backup: a move requires a shop that is stopped from the backup to the restore. */
function refuseOldMove({ taken_at }: BackupHeader, now: Date): void {
  if (now.getTime() - Date.parse(taken_at) <= DAY_MS) return
  throw new BackupError(
    `This backup was taken at ${taken_at}: too long ago for a move. Stop the shop and take a new one, or restore it without --move.`,
  )
}

const NOT_EMPTY_MESSAGE =
  'The database is not empty. Restore into an empty one: another PUOTI_DATA_DIR, or another DATABASE_URL.'

/** Throws when the database has users, stores, products or orders; rows that a start of the shop writes may be lost. */
async function refuseFull(pool: Pool): Promise<void> {
  for (const table of ['app_user', 'store', 'product', 'customer_order']) {
    const { rows } = await pool.query<{ isThere: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS "isThere"`, [table])
    if (!rows[0]?.isThere) continue
    const { rowCount } = await pool.query(`SELECT 1 FROM ${table} LIMIT 1`)
    if (rowCount !== 0) throw new BackupError(NOT_EMPTY_MESSAGE)
  }
}

function refuseOtherTables({ tables: backedUp, schema }: BackupHeader, tables: readonly ShopTable[]): void {
  const tableNames = tables.map(({ name }) => name)
  if (backedUp.join() === tableNames.join()) return
  throw new BackupError(`The database has other tables than the backup, though both are at ${schema}: it is not empty.`)
}

function compareSums(then: BackupSums, now: BackupSums): void {
  const other = Object.keys(then).find(name => then[name] !== now[name])
  if (other) throw new BackupError(`After restoring, ${other} is ${now[other]}; in the backup it is ${then[other]}.`)
}

/** Numbers of orders that were placed after the backup are on receipts: other orders must not get them. */
async function ordersMissed(client: PoolClient, { taken_at }: BackupHeader, now: Date): Promise<number> {
  const takenAt = new Date(taken_at)
  const { rows } = await client.query<{ orders: number }>(
    `SELECT count(*)::integer AS orders FROM customer_order WHERE created_at > $1::timestamptz - interval '7 days'`,
    [taken_at],
  )
  return orderNumbersAhead({ ordersInWeekBefore: rows[0]?.orders ?? 0, takenAt, restoredAt: now })
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Drops the foreign keys, so that tables can be filled in any order, and returns a function that restores them: it checks every
 * row, and throws when a reference is missing. Both run in the client's transaction.
 */
async function withoutForeignKeys(client: PoolClient): Promise<() => Promise<void>> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0
      ORDER BY 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
}
