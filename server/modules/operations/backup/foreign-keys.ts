import type { PoolClient } from 'pg'

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Drops the foreign keys, so that tables can be filled in any order, and returns a function that restores them: it checks every
 * row, and throws when a reference is missing. Both run in the client's transaction.
 */
export async function withoutForeignKeys(client: PoolClient): Promise<() => Promise<void>> {
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
