import { sql } from 'kysely'
import { SetupError } from '#server/platform/db/start-error.ts'
import type { Db } from './tables.ts'

/** The milestone that marks a database as a staging copy. */
const STAGING_COPY = 'staging_copy'

/**
 * A staging server on the database of a real shop would take its emails, SMS and payments and deliver none of them; a copy that
 * is started as a real shop would contact shoppers, terminals and locks. So a mark in the database distinguishes the two. Throws
 * SetupError, before anything is migrated.
 */
export async function refuseOtherKind(db: Db, isStaging: boolean): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass('shop_milestone') IS NOT NULL AS exists`.execute(
    db,
  )
  if (rows[0]?.exists !== true) return
  const { is_copy, has_store } = await db
    .selectNoFrom(one => [
      one.exists(one.selectFrom('shop_milestone').select('name').where('name', '=', STAGING_COPY)).as('is_copy'),
      one.exists(one.selectFrom('store').select('id')).as('has_store'),
    ])
    .executeTakeFirstOrThrow()
  if (isStaging && !is_copy && has_store) throw new SetupError(REAL_SHOP)
  if (!isStaging && is_copy) throw new SetupError(STAGING_COPY_MESSAGE)
}

const REAL_SHOP =
  'PUOTI_STAGING is on, and the database is that of a real shop, whose emails, SMS and payments would stop: make a copy with puoti restore, with PUOTI_STAGING=on and an empty database.'

const STAGING_COPY_MESSAGE =
  'The database is a staging copy, and PUOTI_STAGING is off: the copy would contact the shoppers, terminals and locks of the real shop. Set PUOTI_STAGING=on.'

/** Marks the database as a staging copy. */
export async function markStagingCopy(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('shop_milestone')
    .values({ name: STAGING_COPY, reached_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
