import type { Transaction } from 'kysely'
import { nameOfCredential, noteAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { type SignedIn, endSessionsOf } from '#server/platform/http/session.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { notifyOwner } from './notify-owner.ts'
import { refusedUnlessFresh } from './queries.ts'

/** Locks the user's passkeys: concurrent changes wait. */
const lockPasskeys = (db: Transaction<Database>, userId: number) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'credential_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Renames the caller's own passkey. The audit log contains its id but not the names: they may reveal something about a person.
 */
export async function renamePasskey(context: Context, user: SignedIn, { id, name }: { id: number; name: string }) {
  const stale = refusedUnlessFresh(context, user)
  if (stale) return stale
  const { userId } = user
  return inRefusableTransaction(context.db, async db => {
    const passkey = (await lockPasskeys(db, userId)).find(each => each.id === id)
    if (!passkey) return refuse('notFound')
    if (passkey.name === name) return {}
    await db.updateTable('passkey').set({ name }).where('id', '=', id).execute()
    const author = { userId, at: context.now() }
    const [before, after] = [{ passkey_renamed: null }, { passkey_renamed: id }]
    await recordChange(db, { kind: 'user', id: userId, before, after, author })
    return {}
  })
}

/**
 * Removes the caller's own passkey. The user's other sessions must be confirmed again: a lost passkey may have confirmed them.
 */
export async function removePasskey(context: Context, user: SignedIn, id: number) {
  const stale = refusedUnlessFresh(context, user)
  if (stale) return stale
  const { userId } = user
  return inRefusableTransaction(context.db, async db => {
    const held = await lockPasskeys(db, userId)
    const passkey = held.find(each => each.id === id)
    if (!passkey) return refuse('notFound')
    if (held.length === 1 && context.config.passkeysRequired) return refuse('passkey.last')
    await db.deleteFrom('passkey').where('id', '=', id).execute()
    const about = nameOfCredential(passkey.credential_id)
    await noteAccessChange(db, { what: 'passkey_removed', userId, at: context.now(), about })
    await db
      .updateTable('session')
      .set({ passkey_confirmed_at: null })
      .where('user_id', '=', userId)
      .where('token_sha256', '!=', user.tokenHash)
      .execute()
    const author = { userId, at: context.now() }
    const [before, after] = [{ passkeys: held.length }, { passkeys: held.length - 1 }]
    await recordChange(db, { kind: 'user', id: userId, before, after, author })
    await notifyOwner({ ...context, db }, userId, { what: 'removed', name: passkey.name })
    context.log.info({ userId }, 'a passkey was removed')
    return {}
  })
}

type Needs = Pick<Context, 'outbox' | 'log' | 'now'> & { db: Transaction<Database> }

/**
 * Removes all passkeys of a user and ends every session, so that the finder of a lost device loses access. The context's db is
 * the transaction.
 */
export async function takePasskeys(context: Needs, userId: number): Promise<void> {
  await context.db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await noteAccessChange(context.db, { what: 'passkeys_reset', userId, at: context.now() })
  await endSessionsOf(context.db, userId)
  await notifyOwner(context, userId, { what: 'reset' })
  context.log.info({ userId }, 'the passkeys of a user were reset')
}
