import { sql } from 'kysely'
import type { GrantedRight, StoreRight } from '#domain/accounts/store-rights.ts'
import { revokeDoorCodes } from '#server/modules/stores/doors/code-rows.ts'
import { nameOfCredential } from '#server/platform/access-changes/note-access-change.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { endUserSessions } from '#server/platform/http/session.ts'
import { revokeRight } from '#server/platform/rights/change-rights.ts'
import { rightsForAudit } from '#server/platform/rights/rights-of-user.ts'
import type { AccessChangeKind } from '#server/platform/schema/table-types/accounts.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** Times in ISO 8601, UTC. */
export type AccessChange = {
  id: string
  kind: AccessChangeKind
  user_id: number | null
  user_created_at: string | null
  subject: string | null
  right_kind: StoreRight | null
  right_store_id: number | null
  changed_at: string
}

/** A user in the restored database. */
export type Person = { id: number; email: string; phone: string | null; is_verified: boolean; created_at: Date }
export type InTransaction = Context & { db: Trx }

/** No user is signed in: the audit log contains the account itself as the author, and this reason. */
const RESTORE_REASON = 'restored from a backup'

type Revocation = {
  kind: 'blocked' | 'admin_revoked' | 'admin_resigned' | 'right_revoked' | 'passkeys_reset'
  at: Date
  /** Of `right_revoked`. */
  right?: GrantedRight | undefined
}

/** Blocks the user, revokes the admin right or a right in a store, or removes the passkeys created until `at`; ends the sessions. */
export async function revokeUserAccess(context: InTransaction, id: number, revocation: Revocation): Promise<void> {
  const { db } = context
  const changed = await REVOKE_BY_KIND[revocation.kind](context, id, revocation)
  if (!changed) return
  await endUserSessions(db, id)
  await recordUserChange(context, id, changed)
}

type AccessFields = { before: Record<string, unknown>; after: Record<string, unknown> }

const recordUserChange = ({ db, now }: InTransaction, id: number, { before, after }: AccessFields) =>
  recordChange(db, { kind: 'user', id, before, after, author: { userId: id, at: now(), reason: RESTORE_REASON } })

async function blockUser(
  { db, now }: InTransaction,
  id: number,
  { at }: Revocation,
): Promise<AccessFields | undefined> {
  const blocked = await db
    .updateTable('app_user')
    .set({ blocked_at: at })
    .where('id', '=', id)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  if (blocked.numUpdatedRows === 0n) return undefined
  await revokeDoorCodes(db, { userIds: [id] }, now())
  return { before: { is_blocked: false }, after: { is_blocked: true } }
}

async function revokeStoreRight({ db }: InTransaction, id: number, { right }: Revocation) {
  const before = await findRights(db, id)
  if (!right || !(await revokeRight(db, id, right))) return undefined
  return { before: rightsForAudit(before), after: rightsForAudit(await findRights(db, id)) }
}

async function findRights(db: Trx, id: number): Promise<GrantedRight[]> {
  const rows = await db.selectFrom('user_right').select(['kind', 'store_id']).where('user_id', '=', id).execute()
  return rows.map(({ kind, store_id: storeId }) => ({ kind, storeId }))
}

async function revokeAdmin({ db }: InTransaction, id: number): Promise<AccessFields | undefined> {
  const revoked = await db
    .updateTable('app_user')
    .set({ is_admin: false })
    .where('id', '=', id)
    .where('is_admin', '=', sql.lit(true))
    .executeTakeFirst()
  return revoked.numUpdatedRows === 0n ? undefined : { before: { is_admin: true }, after: { is_admin: false } }
}

async function resetPasskeys({ db }: InTransaction, id: number, { at }: Revocation): Promise<AccessFields | undefined> {
  const passkeys = await db.selectFrom('passkey').select('created_at').where('user_id', '=', id).execute()
  const reset = passkeys.filter(({ created_at }) => created_at <= at).length
  if (reset === 0) return undefined
  await db.deleteFrom('passkey').where('user_id', '=', id).where('created_at', '<=', at).execute()
  return { before: { passkeys: passkeys.length }, after: { passkeys: passkeys.length - reset } }
}

type RevokeAccess = (context: InTransaction, id: number, revocation: Revocation) => Promise<AccessFields | undefined>
const REVOKE_BY_KIND: Readonly<Record<Revocation['kind'], RevokeAccess>> = {
  blocked: blockUser,
  admin_revoked: revokeAdmin,
  admin_resigned: revokeAdmin,
  right_revoked: revokeStoreRight,
  passkeys_reset: resetPasskeys,
}

/**
 * Removes a passkey that its owner had removed, unless it is now the last: without a passkey, access to the owner's mail would be
 * enough.
 */
export async function removePasskeyAgain(context: InTransaction, id: number, name: string | null): Promise<void> {
  const { db, log } = context
  const passkeys = await db.selectFrom('passkey').select(['id', 'credential_id']).where('user_id', '=', id).execute()
  const removed = passkeys.find(({ credential_id }) => nameOfCredential(credential_id) === name)
  if (!removed) return
  if (passkeys.length === 1) {
    log.warn(
      { userId: id },
      'a passkey that was removed came back with an older copy: it is the user’s only one, reset it',
    )
    return
  }
  await db.deleteFrom('passkey').where('id', '=', removed.id).execute()
  await recordUserChange(context, id, {
    before: { passkeys: passkeys.length },
    after: { passkeys: passkeys.length - 1 },
  })
}

type BlockNumberAgainInput = { change: AccessChange; at: Date; owners: readonly Person[] }

/** If no account has the number, only its hash is known. */
export async function blockNumberAgain(
  context: InTransaction,
  { change, at, owners }: BlockNumberAgainInput,
): Promise<void> {
  const { db, now } = context
  const [owner] = owners
  const phone = owner?.phone ?? change.subject
  if (phone === null) return
  await db
    .insertInto('blocked_phone')
    .values({ phone, user_id: owner?.id ?? null, created_at: at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  for (const { id } of owners.filter(each => each.is_verified)) {
    await db.updateTable('app_user').set({ is_verified: false }).where('id', '=', id).execute()
    await revokeDoorCodes(db, { userIds: [id] }, now())
    await recordUserChange(context, id, { before: { is_verified: true }, after: { is_verified: false } })
  }
}

/** Cancels a message that was still scheduled when the copy was made, in all its languages. */
export async function cancelMessageAgain({ db, now }: InTransaction, clientKey: string | null): Promise<void> {
  const message = await db
    .selectFrom('message')
    .select('id')
    .where('client_key', '=', clientKey ?? '')
    .executeTakeFirst()
  if (!message) return
  await db
    .updateTable('message')
    .set({ state: 'cancelled', cancelled_at: now() })
    .where(({ or, eb }) => or([eb('id', '=', message.id), eb('translation_of', '=', message.id)]))
    .where('state', '=', 'scheduled')
    .execute()
}
