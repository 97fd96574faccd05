import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Transaction } from 'kysely'
import { anyOf } from '#server/platform/db/any-of.ts'
import { findWaiting, type Waiting } from './hindrances.ts'

type Trx = Transaction<Database>

/**
 * Locks the user, who meanwhile can not pay, order or be removed twice, and all admins, so that the last one stays. Locks in the
 * order of ids, as changes of rights do.
 */
export async function holdUser(trx: Trx, userId: number) {
  await trx
    .selectFrom('app_user')
    .select('id')
    .where(({ or, eb }) => or([eb('is_admin', '=', sql.lit(true)), eb('id', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  return trx
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['app_user.id', 'app_user.email', 'app_user.phone', 'language.code as language'])
    .where('app_user.id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Locks the booked and delivered pre-orders, so that none is delivered or cancelled meanwhile. */
export async function holdWaiting(trx: Trx, userId: number, now: Date): Promise<Waiting[]> {
  const ids = (await findWaiting(trx, userId, now)).map(({ id }) => id)
  if (ids.length === 0) return []
  const held = trx.selectFrom('customer_order').select('id').where('id', '=', anyOf(ids)).orderBy('id')
  await held.forNoKeyUpdate().execute()
  return findWaiting(trx, userId, now)
}
