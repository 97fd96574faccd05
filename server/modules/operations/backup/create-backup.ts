import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import {
  type BackupHeader,
  type BackupTail,
  END_OF_ROWS,
  BACKUP_FORMAT,
  FORMAT_VERSION,
  type TableFoot,
  type TableHeader,
  type BackupSums,
} from './backup-files.ts'
import { type BackupKey, signPieces } from './backup-signature.ts'

const toLine = (part: BackupHeader | TableHeader | TableFoot | BackupTail) => Buffer.from(`${JSON.stringify(part)}\n`)

/**
 * The whole shop at one moment, piece by piece, while it continues to sell: one snapshot, which blocks no other transaction. The
 * caller should pass each piece on before it requests the next, so that the whole is never in memory. `key` signs it.
 */
export const createBackup = (pool: Pool, key?: BackupKey): AsyncGenerator<Buffer> =>
  key ? signPieces(shopPieces(pool, key.name), key) : shopPieces(pool)

async function* shopPieces(pool: Pool, signedWith?: string): AsyncGenerator<Buffer> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await setCanonicalOutput(client)
    const tables = await shopTables(client)
    const header = await readHeader(client, tables)
    yield toLine(signedWith === undefined ? header : { ...header, signed_with: signedWith })
    for (const table of tables) yield* tablePieces(client, table)
    yield toLine(await readTail(client))
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closes the connection, which may be in the middle of an operation.
    client.release(true)
    throw error
  }
}

async function readHeader(client: PoolClient, tables: ShopTable[]): Promise<BackupHeader> {
  const { rows } = await client.query<{ at: string; schema: string; postgresql: string }>(
    `SELECT to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, current_setting('server_version') AS postgresql,
      (SELECT max(name) FROM schema_migration) AS schema`,
  )
  const { at = '', schema = '', postgresql = '' } = rows[0] ?? {}
  const names = tables.map(({ name }) => name)
  return { format: BACKUP_FORMAT, version: FORMAT_VERSION, taken_at: at, schema, postgresql, tables: names }
}

async function* tablePieces(client: PoolClient, table: ShopTable): AsyncGenerator<Buffer> {
  yield toLine({ table: table.name, columns: table.columns })
  const hash = createHash('sha256')
  const rows = client.query(copyTo(copyOutStatement(table)))
  for await (const piece of rows as AsyncIterable<Buffer>) {
    hash.update(piece)
    yield piece
  }
  yield Buffer.from(END_OF_ROWS)
  yield toLine({ rows: rows.rowCount, sha256: hash.digest('hex') })
}

/** The number and hash of a table's rows as a backup would contain them. */
export async function readFoot(client: PoolClient, table: ShopTable): Promise<TableFoot> {
  const hash = createHash('sha256')
  const rows = client.query(copyTo(copyOutStatement(table)))
  for await (const piece of rows as AsyncIterable<Buffer>) hash.update(piece)
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

const readTail = async (client: PoolClient): Promise<BackupTail> => ({
  end: true,
  sequences: await sequencesNow(client),
  sums: await shopSums(client),
})

/** A table as a backup reads it: `columns` without those that PostgreSQL computes, `order` the same on every server. */
export type ShopTable = { name: string; columns: string[]; order: string }

type TableColumn = { table: string; column: string; keyPlace: number | null; isText: boolean }

/** The migrator's own tables: a restored database writes them itself. */
const MIGRATION_TABLES = ['schema_migration', 'schema_migration_lock']

const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Every table of the shop's schema, by name. */
export async function shopTables(client: PoolClient): Promise<ShopTable[]> {
  const { rows } = await client.query<TableColumn>(
    `SELECT c.relname AS table, a.attname AS column, array_position(i.indkey::smallint[], a.attnum) AS "keyPlace",
        t.typcategory = 'S' AS "isText"
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND NOT c.relname = ANY ($1)
      ORDER BY c.relname COLLATE "C", a.attnum`,
    [MIGRATION_TABLES],
  )
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column),
    order: getRowOrder(columns),
  }))
}

/** By the primary key, or by all columns; texts by their bytes, since servers sort words differently. */
function getRowOrder(columns: TableColumn[]): string {
  const key = columns
    .filter(({ keyPlace }) => keyPlace !== null)
    .toSorted((a, b) => Number(a.keyPlace) - Number(b.keyPlace))
  if (key.length === 0) return columns.map(({ column }) => `${quoteIdentifier(column)}::text COLLATE "C"`).join(', ')
  return key.map(({ column, isText }) => quoteIdentifier(column) + (isText ? ' COLLATE "C"' : '')).join(', ')
}

const columnList = ({ columns }: ShopTable) => columns.map(quoteIdentifier).join(', ')

const copyOutStatement = (table: ShopTable): string =>
  `COPY (SELECT ${columnList(table)} FROM ${quoteIdentifier(table.name)} ORDER BY ${table.order}) TO STDOUT`

export const copyInto = (table: ShopTable): string =>
  `COPY ${quoteIdentifier(table.name)} (${columnList(table)}) FROM STDIN`

export const truncateStatement = (tables: readonly ShopTable[]): string =>
  `TRUNCATE ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`

/** Makes the text of values independent of a server's settings. */
export async function setCanonicalOutput(client: PoolClient): Promise<void> {
  await client.query(
    `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'iso_8601';
     SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0;
     SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL client_encoding = 'UTF8'`,
  )
}

/** The last value of each sequence. Sequences are read outside of the snapshot, so they are never behind its rows. */
async function sequencesNow(client: PoolClient): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Continues the backup's sequences; `ahead` leaves a gap in some, for numbers that were assigned after the backup. */
export async function setSequences(
  client: PoolClient,
  sequences: Record<string, string>,
  ahead: Record<string, number>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('SELECT setval(quote_ident($1)::regclass, $2::bigint + $3)', [name, last, ahead[name] ?? 0])
  }
}

/** Totals of the shop, for people to compare: the tables' hashes are stricter, but people can't check them. */
export async function shopSums(client: PoolClient): Promise<BackupSums> {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM app_user)::text AS users,
      (SELECT count(*) FROM store)::text AS stores,
      (SELECT count(*) FROM product)::text AS products,
      (SELECT count(*) FROM customer_order)::text AS orders,
      (SELECT count(*) FROM payment_attempt WHERE state IN ('APPROVED', 'MANUAL'))::text AS payments,
      (SELECT coalesce(sum(amount_cents), 0) FROM payment_attempt WHERE state IN ('APPROVED', 'MANUAL'))::text AS paid_cents,
      (SELECT coalesce(sum(amount_cents), 0) FROM refund WHERE state = 'DONE')::text AS refunded_cents,
      (SELECT coalesce(sum(quantity_thousandths), 0) FROM stock_move)::text AS stock_moved_thousandths`,
  )
  return rows[0] ?? {}
}
