import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import { loggableError } from '#server/platform/http/loggable-error.ts'

type Begun = { begunAt: Date; file: string }
type Written = { bytes: number; isProved: boolean }

/** Does the work and writes into the shop's own database how it went, as those who watch the shop look there. */
export async function noteBackup(
  db: Kysely<Database>,
  { begunAt, file }: Begun,
  write: () => Promise<Written>,
): Promise<void> {
  // A backup before an update is made by the new version of a database that is still the old one.
  if (!(await canBeNoted(db))) return void (await write())
  const begun = { begun_at: begunAt, file }
  const { id } = await db.insertInto('backup_run').values(begun).returning('id').executeTakeFirstOrThrow()
  const end = (how: { bytes: number; is_proved: boolean } | { failure: string }) =>
    db
      .updateTable('backup_run')
      .set({ ...how, ended_at: new Date() })
      .where('id', '=', id)
      .execute()
  try {
    const { bytes, isProved } = await write()
    await end({ bytes, is_proved: isProved })
  } catch (error) {
    await end({ failure: loggableError(error).message })
    throw error
  }
}

async function canBeNoted(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`SELECT to_regclass('backup_run') IS NOT NULL AS "isThere"`.execute(
    db,
  )
  return rows[0]?.isThere === true
}
