import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

/** Whether the database supports a time zone too: one store with an unsupported zone would break the closings of every store. */
export async function isKnownZone(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_timezone_names WHERE name = ${name}`.execute(db)
  return rows.length > 0
}
