import { sql } from 'kysely'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { ADMIN_CHANGES, latestAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { AccessChangeKind } from '#server/platform/schema/table-types/accounts.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { hashesOfAddress, hashesOfPhone } from '#server/platform/secrets/secrets.ts'
import {
  type AccessChange,
  blockNumberAgain,
  cancelMessageAgain,
  type InTransaction,
  type Person,
  removePasskeyAgain,
  revokeUserAccess,
} from './revoke-access.ts'

/** Changes of one kind override each other; the last one applies. */
const TARGET_BY_KIND: Record<AccessChangeKind, string> = {
  blocked: 'block',
  unblocked: 'block',
  admin_revoked: 'admin',
  admin_resigned: 'admin',
  admin_granted: 'admin',
  right_revoked: 'right',
  right_granted: 'right',
  phone_blocked: 'phone',
  phone_unblocked: 'phone',
  passkeys_reset: 'passkeys',
  passkey_removed: 'passkey',
  message_cancelled: 'message',
}

const subjectKey = ({ kind, subject, right_kind, right_store_id, user_id, user_created_at }: AccessChange) =>
  [TARGET_BY_KIND[kind], right_kind, right_store_id, subject ?? `${user_id} ${user_created_at}`].join(' ')

/**
 * After an older copy of the database was restored: revokes again the access that was revoked after it was made, unless it was
 * granted again later, and records all changes. Access that was granted is not granted again: an admin does that.
 */
export async function reapplyRevocations(
  context: Context,
  { lost, recorded }: { lost: readonly AccessChange[]; recorded: readonly AccessChange[] },
): Promise<void> {
  const inOrder = [...recorded, ...lost].toSorted((a, b) => a.changed_at.localeCompare(b.changed_at))
  const latestChanges = new Map(inOrder.map(change => [subjectKey(change), change]))
  const effective = lost.filter(change => latestChanges.get(subjectKey(change)) === change)
  await inTransaction(context.db, async db => {
    const people = await db
      .selectFrom('app_user')
      .select(['id', 'email', 'phone', 'is_verified', 'created_at'])
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    const inTrx = { ...context, db }
    for (const change of effective) await reapplyChange(inTrx, change, people)
    const rows = lost.map(({ user_created_at, changed_at, ...row }) => ({
      ...row,
      user_created_at: user_created_at === null ? null : new Date(user_created_at),
      changed_at: new Date(changed_at),
    }))
    await db
      .insertInto('access_change')
      .values(rows)
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
    if (!(await isAdministered(db)))
      context.log.error('no one can use the back office: puoti make-admin on the server’s machine makes an admin')
  })
  const counts = [...Map.groupBy(effective, change => change.kind)].map(([word, changes]) => [word, changes.length])
  const kinds = Object.fromEntries(counts)
  context.log.warn({ kinds }, 'the database was restored: access that had been revoked since was revoked again')
}

const toRight = ({ right_kind: kind, right_store_id: storeId }: AccessChange): GrantedRight | undefined =>
  kind === null ? undefined : { kind, storeId }

async function reapplyChange(context: InTransaction, change: AccessChange, people: readonly Person[]): Promise<void> {
  const { secrets } = context
  const at = new Date(change.changed_at)
  const isOwner = ({ id, created_at }: Person) =>
    id === change.user_id && created_at.toISOString() === change.user_created_at
  const hasAddress = ({ email }: Person) =>
    change.subject !== null && hashesOfAddress(secrets, email).includes(change.subject)
  const hasNumber = ({ phone }: Person) =>
    change.subject !== null && phone !== null && hashesOfPhone(secrets, phone).includes(change.subject)
  switch (change.kind) {
    case 'blocked':
    case 'admin_revoked':
    case 'admin_resigned':
    case 'right_revoked':
      for (const user of people.filter(each => isOwner(each) || hasAddress(each)))
        await revokeUserAccess(context, user.id, { kind: change.kind, at, right: toRight(change) })
      return
    case 'passkeys_reset':
      for (const user of people.filter(isOwner)) await revokeUserAccess(context, user.id, { kind: change.kind, at })
      return
    case 'passkey_removed':
      for (const user of people.filter(isOwner)) await removePasskeyAgain(context, user.id, change.subject)
      return
    case 'phone_blocked':
      return blockNumberAgain(context, { change, at, owners: people.filter(hasNumber) })
    case 'message_cancelled':
      return cancelMessageAgain(context, change.subject)
    case 'unblocked':
    case 'admin_granted':
    case 'right_granted':
    case 'phone_unblocked':
      return
  }
}

/**
 * Whether a user can use the back office, or could after adding a passkey. An admin who has lost theirs is helped by another
 * admin or by `puoti reset-passkeys`, not by making another user an admin.
 */
export const isAdministered = async (trx: Trx): Promise<boolean> =>
  (await trx
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', sql.lit(true))
    .where('is_verified', '=', sql.lit(true))
    .where('blocked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Whether the last change of the right to use the back office was that another admin took it, from this account or from an
 * earlier one with the address.
 */
export async function wasTaken(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  const last = await latestAccessChange(db, { secrets, email, kinds: ADMIN_CHANGES }).executeTakeFirst()
  return last ? last.kind === 'admin_revoked' : wasTakenInAuditLog(db, id)
}

/** Decides where no change is noted for the address. */
async function wasTakenInAuditLog(db: Db, id: number): Promise<boolean> {
  const last = await db
    .selectFrom('audit_entry')
    .select(['user_id', sql<boolean>`changes @> '[{"field": "is_admin", "to": false}]'`.as('wasTaken')])
    .where('kind', '=', 'user')
    .where('record_id', '=', id)
    .where(sql<boolean>`changes @> '[{"field": "is_admin"}]'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && last.wasTaken && last.user_id !== id
}
