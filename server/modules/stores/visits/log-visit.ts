import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

const VISIT_MINUTES = 30

/** `doorCode`: the name of the visitor's code in the lock's own log. */
type Visiting = { userId: number; storeId: number; at: Date; doorCode?: string }

/**
 * Logs at most one visit per store in half an hour; door codes of that time are added to it. The caller has locked the user's
 * row, so that two calls can't both find no visit.
 */
export async function logVisit(trx: Transaction<Database>, { userId, storeId, at, doorCode }: Visiting): Promise<void> {
  const codes = doorCode === undefined ? [] : [doorCode]
  const recent = await trx
    .selectFrom('visit')
    .select('id')
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .where('created_at', '>', new Date(at.getTime() - VISIT_MINUTES * 60_000))
    .limit(1)
    .executeTakeFirst()
  if (!recent) {
    const visit = { user_id: userId, store_id: storeId, created_at: at, door_codes: codes }
    await trx.insertInto('visit').values(visit).execute()
  } else if (doorCode !== undefined) {
    const door_codes = sql<string[]>`door_codes || ${doorCode}::text`
    await trx.updateTable('visit').set({ door_codes }).where('id', '=', recent.id).execute()
  }
}
