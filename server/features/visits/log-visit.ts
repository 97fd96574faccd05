import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'

const VISIT_MINUTES = 30

type Visiting = { userId: number; storeId: number; at: Date }

/** At most one visit per store in half an hour. The user's row is locked, which keeps two calls from both finding none. */
export async function logVisit(trx: Transaction<Database>, { userId, storeId, at }: Visiting): Promise<void> {
  const recent = await trx
    .selectFrom('visit')
    .select('id')
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .where('created_at', '>', new Date(at.getTime() - VISIT_MINUTES * 60_000))
    .limit(1)
    .executeTakeFirst()
  if (!recent) await trx.insertInto('visit').values({ user_id: userId, store_id: storeId, created_at: at }).execute()
}
