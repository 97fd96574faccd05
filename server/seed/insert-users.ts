import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { DemoUser, StoreKey } from './data/types.ts'
import type { Ids } from './ids.ts'

/** Accounts that can sign in at once. They count as having signed in: those who never did are purged after a day. */
export async function insertUsers(
  db: Transaction<Database>,
  users: readonly DemoUser[],
  { storeIds, now }: { storeIds: Ids<StoreKey>; now: Date },
): Promise<void> {
  const languages = await db.selectFrom('language').select(['id', 'code']).execute()
  const languageIds = new Map(languages.map(({ code, id }) => [code, id]))
  const fallback = Math.min(...languageIds.values())
  const rows = users.map(user => ({
    email: user.email,
    phone: user.phone,
    is_verified: user.isVerified,
    is_admin: user.isAdmin,
    language_id: languageIds.get(user.language) ?? fallback,
    active_store_id: storeIds.idOf(user.activeStore),
    last_login_at: now,
  }))
  await db.insertInto('app_user').values(rows).execute()
}
