import type { PoolClient } from 'pg'

/** A table as a backup reads it: `columns` without those that PostgreSQL computes, `order` the same on every server. */
export type ShopTable = { name: string; columns: string[]; order: string }

type Column = { table: string; column: string; keyPlace: number | null; isText: boolean }

/** The migrator's own tables: a restored database writes them itself. */
const BOOKKEEPING = ['kysely_migration', 'kysely_migration_lock']

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Every table of the shop's schema, by name. */
export async function shopTables(client: PoolClient): Promise<ShopTable[]> {
  const { rows } = await client.query<Column>(
    `SELECT c.relname AS table, a.attname AS column, array_position(i.indkey::smallint[], a.attnum) AS "keyPlace",
        t.typcategory = 'S' AS "isText"
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND NOT c.relname = ANY ($1)
      ORDER BY c.relname COLLATE "C", a.attnum`,
    [BOOKKEEPING],
  )
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column),
    order: orderOf(columns),
  }))
}

/** By the primary key, or by all columns; texts by their bytes, since servers sort words differently. */
function orderOf(columns: Column[]): string {
  const key = columns
    .filter(({ keyPlace }) => keyPlace !== null)
    .toSorted((a, b) => Number(a.keyPlace) - Number(b.keyPlace))
  if (key.length === 0) return columns.map(({ column }) => `${quoted(column)}::text COLLATE "C"`).join(', ')
  return key.map(({ column, isText }) => quoted(column) + (isText ? ' COLLATE "C"' : '')).join(', ')
}

const columnList = ({ columns }: ShopTable) => columns.map(quoted).join(', ')

export const copyOutOf = (table: ShopTable): string =>
  `COPY (SELECT ${columnList(table)} FROM ${quoted(table.name)} ORDER BY ${table.order}) TO STDOUT`

export const copyInto = (table: ShopTable): string => `COPY ${quoted(table.name)} (${columnList(table)}) FROM STDIN`

export const truncation = (tables: readonly ShopTable[]): string =>
  `TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`

/** Makes the text of values independent of a server's settings. */
export async function speakPlainly(client: PoolClient): Promise<void> {
  await client.query(
    `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'iso_8601';
     SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0;
     SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL client_encoding = 'UTF8'`,
  )
}
