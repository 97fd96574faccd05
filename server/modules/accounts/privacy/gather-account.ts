import type { MyData } from '#contract/accounts/my-data.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely } from 'kysely'

export async function gatherAccount(db: Kysely<Database>, userId: number): Promise<MyData['account']> {
  const { store_id, store_name, last_login_at, blocked_at, created_at, ...row } = await db
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .leftJoin('store', 'store.id', 'app_user.active_store_id')
    .select(['app_user.id', 'app_user.email', 'app_user.phone', 'app_user.is_verified', 'app_user.is_admin'])
    .select(['app_user.phone_unique_warning', 'app_user.blocked_at', 'language.code as language'])
    .select('app_user.mails_receipts')
    .select(['app_user.active_preorder_event_id', 'app_user.last_login_at', 'app_user.created_at'])
    .select(['store.id as store_id', 'store.name as store_name'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    blocked_at: blocked_at?.toISOString() ?? null,
    active_store: store_id === null ? null : { id: store_id, name: store_name ?? '' },
    last_login: last_login_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}
