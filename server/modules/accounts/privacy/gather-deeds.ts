import type { MyData } from '#contract/accounts/my-data.ts'
import { WORK } from '#server/platform/personal-data/register.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Kysely } from 'kysely'

type Row = { what: string; times: number; first_at: Date; last_at: Date }

/** Where the person's id stands beside something that was done: how often, and from when to when. */
export async function gatherDeeds(db: Kysely<Database>, userId: number): Promise<MyData['deeds']> {
  const counts = WORK.map(
    ({ table, column, at }) => sql`
      SELECT ${sql.lit(`${table}.${column}`)} AS what, count(*)::integer AS times, min(${sql.id(at)}) AS first_at,
        max(${sql.id(at)}) AS last_at
      FROM ${sql.id(table)} WHERE ${sql.id(column)} = ${userId}::integer HAVING count(*) > 0`,
  )
  const { rows } = await sql<Row>`${sql.join(counts, sql` UNION ALL `)}`.execute(db)
  return rows.map(({ first_at, last_at, ...row }) => ({
    ...row,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  }))
}
