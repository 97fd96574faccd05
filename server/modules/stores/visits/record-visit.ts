import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/durations.ts'
import { continuesVisit, type VisitBeginning } from '#domain/stores/visit.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/** `doorCode`: the name of the visitor's code in the lock's own log. */
type VisitEvent = { userId: number; storeId: number; at: Date; by: VisitBeginning; doorCode?: string }

/** Begins a visit or continues it. The caller has locked the user's row, so that two calls can't both find no visit. */
export async function recordVisit(trx: Trx, { userId, storeId, at, by, doorCode }: VisitEvent): Promise<void> {
  const codes = doorCode === undefined ? [] : [doorCode]
  const latest = await findLatest(trx, { userId, storeId })
  if (!latest || !continuesVisit(latest.last_at.getTime(), at.getTime())) {
    const visit = { user_id: userId, store_id: storeId, began_by: by, created_at: at, last_at: at, door_codes: codes }
    await trx.insertInto('visit').values(visit).execute()
    return
  }
  await trx
    .updateTable('visit')
    .set({
      last_at: sql<Date>`greatest(last_at, ${at}::timestamptz)`,
      door_codes: sql<string[]>`door_codes || ${codes}::text[]`,
    })
    .where('id', '=', latest.id)
    .execute()
}

const findLatest = (db: Db, { userId, storeId }: Pick<VisitEvent, 'userId' | 'storeId'>) =>
  db
    .selectFrom('visit')
    .select(['id', 'last_at'])
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Opening the basket again within this time is not worth a write. */
const NOTED_AGAIN_AFTER_MS = MINUTE_MS

/** Records that a shopper started shopping in the store. */
export async function startShopping(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, storeId }: { userId: number; storeId: number },
): Promise<void> {
  const at = now()
  const latest = await findLatest(db, { userId, storeId })
  if (latest && Math.abs(at.getTime() - latest.last_at.getTime()) < NOTED_AGAIN_AFTER_MS) return
  await inTransaction(db, async trx => {
    await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
    await recordVisit(trx, { userId, storeId, at, by: 'start' })
  })
}
