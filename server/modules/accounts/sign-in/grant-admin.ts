import type { Transaction } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { isAdministered } from '#server/modules/accounts/access-changes/is-administered.ts'
import { noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import { wasTaken } from '#server/modules/accounts/access-changes/was-taken.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'

type InTransaction = Context & { db: Transaction<Database> }
type LockedUser = { id: number; email: string; is_admin: boolean }

/**
 * Makes the address of PUOTI_ADMIN_EMAIL an admin when it signs in while no one can use the back office: the first admin of a
 * shop. Not after another admin took the right from the address, whatever happened to the account since: then only `npm run
 * make-admin` grants it.
 */
export async function grantAdmin(context: InTransaction, user: LockedUser): Promise<void> {
  const { db: trx, config, log } = context
  if (user.is_admin || user.email !== config.adminEmail) return
  if (await isAdministered(trx)) return
  if (await wasTaken(context, user)) {
    log.warn(
      { userId: user.id },
      'PUOTI_ADMIN_EMAIL: another admin took the right from this address; see npm run make-admin',
    )
    return
  }
  await giveAdmin(context, user.id, { reason: 'PUOTI_ADMIN_EMAIL' })
}

/**
 * Makes a user an admin on behalf of the operator of the server: the audit log contains the account itself as the author, and the
 * reason.
 */
export async function giveAdmin(
  context: Pick<Context, 'now' | 'secrets'> & { db: Transaction<Database> },
  id: number,
  { reason }: { reason: string },
): Promise<void> {
  const { db: trx } = context
  const at = context.now()
  await trx.updateTable('app_user').set({ is_admin: true }).where('id', '=', id).execute()
  await noteForAddress(context, { what: 'admin_given', userId: id, at })
  const [before, after] = [{ is_admin: false }, { is_admin: true }]
  await recordChange(trx, { kind: 'user', id, before, after, author: { userId: id, at, reason } })
}
