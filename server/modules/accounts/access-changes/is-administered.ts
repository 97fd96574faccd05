import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

/**
 * Whether anyone can use the back office, or could after a passkey: one who has lost theirs is helped by another admin or
 * `npm run reset-passkeys`, not by making somebody else an admin.
 */
export const isAdministered = async (trx: Transaction<Database>): Promise<boolean> =>
  (await trx
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', sql.lit(true))
    .where('is_verified', '=', sql.lit(true))
    .where('blocked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
