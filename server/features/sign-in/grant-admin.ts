import { sql, type Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { recordChange } from '../audit/record-change.ts'

type InTransaction = Context & { db: Transaction<Database> }
type LockedUser = { id: number; email: string; is_admin: boolean }

/**
 * The address of PUOTI_ADMIN_EMAIL is an admin as soon as it signs in, unless an admin took that right away: then it gets
 * it back only when nobody is left who may use the back office.
 */
export async function grantAdmin(context: InTransaction, user: LockedUser): Promise<void> {
  const { db: trx, config } = context
  if (user.is_admin || user.email !== config.adminEmail) return
  if ((await wasTaken(trx, user.id)) && (await isAdministered(trx))) return
  await trx.updateTable('app_user').set({ is_admin: true }).where('id', '=', user.id).execute()
  const author = { userId: user.id, at: context.now(), reason: 'PUOTI_ADMIN_EMAIL' }
  const [before, after] = [{ is_admin: false }, { is_admin: true }]
  await recordChange(trx, { kind: 'user', id: user.id, before, after, author })
}

/**
 * The trail remembers it for good. An account that was removed since may have been this address's: who removes a demoted account
 * must not come back as an admin.
 */
const wasTaken = async (trx: Transaction<Database>, id: number) =>
  (await trx
    .selectFrom('audit_entry')
    .select('id')
    .where('kind', '=', 'user')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('record_id', '=', id),
        not(
          exists(
            selectFrom('app_user')
              .whereRef('app_user.id', '=', 'audit_entry.record_id')
              .where('removed_at', 'is', null),
          ),
        ),
      ]),
    )
    .where(sql<boolean>`changes @> '[{"field": "is_admin", "to": false}]'`)
    .limit(1)
    .executeTakeFirst()) !== undefined

const isAdministered = async (trx: Transaction<Database>) =>
  (await trx
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', sql.lit(true))
    .where('is_verified', '=', sql.lit(true))
    .where('blocked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
