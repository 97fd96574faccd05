import type { Transaction } from 'kysely'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** Locks the user's row, so that codes are sent and tried one at a time. Refuses a user who is verified or was just removed. */
export async function lockUnverified(db: Transaction<Database>, userId: number) {
  const user = await db
    .selectFrom('app_user')
    .select(['is_verified', 'removed_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user || user.removed_at !== null) return refuse('session.required')
  return user.is_verified ? refuse('verification.alreadyVerified') : undefined
}
