import { isCovered, isSameRights, normaliseRights } from '#domain/accounts/right-stores.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { listStoreNames, notifyPerson, saveRights } from '#server/modules/accounts/access-changes/save-rights.ts'
import { removeAllPasskeys } from '#server/modules/accounts/passkeys/change-passkeys.ts'
import { noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { endUserSessions } from '#server/platform/http/session.ts'
import { endPresences } from '#server/platform/rights/change-rights.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { type ChangeAccessInput, changeAccess, type ConcernedRow } from './change-access.ts'

/** Removes all passkeys of an admin who has lost them. Only an admin who has one can do it. */
export async function resetPasskeys(context: Context, input: ChangeAccessInput) {
  if (input.id === input.author.userId) return refuse('user.yourself')
  return changeAccess(context, input, user => ({
    after: [{ ...user, passkeys: 0 }],
    save: trx => removeAllPasskeys({ ...context, db: trx }, input.id),
  }))
}

/** A session that began before its user had the right may be another person's: it must not gain it. */
const endSessionsBeforeRight = (trx: Trx, { id, author, caller }: ChangeAccessInput) =>
  endUserSessions(trx, id, id === author.userId ? { but: caller.tokenHash } : {})

/** Grants or takes away the right to use the back office. */
export const makeAdmin = (context: Context, { isAdmin, ...input }: ChangeAccessInput & { isAdmin: boolean }) =>
  changeAccess(context, input, user => ({
    after: [{ ...user, isAdmin }],
    async save(trx) {
      await trx.updateTable('app_user').set({ is_admin: isAdmin }).where('id', '=', input.id).execute()
      if (isAdmin) await endSessionsBeforeRight(trx, input)
      else await endPresences(trx, input.id)
      const lost = input.author.userId === input.id ? 'admin_resigned' : 'admin_revoked'
      const kind = isAdmin ? 'admin_granted' : lost
      await noteForAddress({ ...context, db: trx }, { kind, userId: input.id, at: input.author.at })
    },
  }))

/** Grants or takes away the right to read the closings, reports and receipts of all stores. */
export const makeBookkeeper = (
  context: Context,
  { isBookkeeper, ...input }: ChangeAccessInput & { isBookkeeper: boolean },
) =>
  changeAccess(context, input, (user, all) => {
    const others = user.rights.filter(({ kind }) => kind !== 'bookkeeper')
    const rights = isBookkeeper ? [...others, { kind: 'bookkeeper' as const, storeId: null }] : others
    return planRights(context, input, { user, all, rights })
  })

type ChangeStoreRightsInput = ChangeAccessInput & { from: readonly GrantedRight[]; rights: readonly GrantedRight[] }

/** Replaces a user's rights in stores, unless they have changed since the caller saw them (`from`). */
export async function changeStoreRights(context: Context, { from, rights, ...input }: ChangeStoreRightsInput) {
  const names = await listStoreNames(context.db, rights)
  if (rights.some(({ storeId }) => storeId !== null && !names.has(storeId))) return refuse('store.notFound')
  return changeAccess(context, input, (user, all) =>
    isSameRights(user.rights, from)
      ? planRights(context, input, { user, all, rights: normaliseRights(rights) })
      : refuse('record.changed'),
  )
}

type PlanRightsInput = { user: ConcernedRow; all: readonly ConcernedRow[]; rights: readonly GrantedRight[] }

/** A session that began before its user gained a right is ended. */
function planRights(context: Context, input: ChangeAccessInput, { user, all, rights }: PlanRightsInput) {
  const { id: userId, author } = input
  const isGaining = rights.some(right => !isCovered(user.rights, right))
  const authorEmail = all.find(({ id }) => id === author.userId)?.email ?? ''
  return {
    after: [{ ...user, rights }],
    async save(trx: Trx) {
      const inTrx = { ...context, db: trx }
      await saveRights(inTrx, { userId, before: user.rights, after: rights, at: author.at })
      if (isGaining) await endSessionsBeforeRight(trx, input)
      await notifyPerson(inTrx, { userId, rights, author: authorEmail, at: author.at })
    },
  }
}

/** Logs a user out everywhere. Admins end their own sessions on a separate page. */
export async function endOtherSessions(context: Context, input: ChangeAccessInput) {
  if (input.id === input.author.userId) return refuse('user.yourself')
  return changeAccess(context, input, user => ({
    after: [{ ...user, sessions: 0 }],
    async save(trx) {
      await endUserSessions(trx, input.id)
    },
  }))
}
