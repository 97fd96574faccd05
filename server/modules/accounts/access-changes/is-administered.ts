import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

/**
 * Whether a user can use the back office, or could after adding a passkey. An admin who has lost theirs is helped by another
 * admin or by `npm run reset-passkeys`, not by making another user an admin.
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
