import { sql } from 'kysely'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'

/** Every row of every table as text, to search for data that must not be readable in a copy of the database. */
export async function databaseText({ kysely: db }: DatabaseHandle): Promise<string> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db)
  const texts = await Promise.all(
    tables.rows.map(async ({ schema, name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(schema, name)} as t`.execute(db)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return texts.join('\n')
}
