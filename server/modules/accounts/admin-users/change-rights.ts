import { removeAllPasskeys } from '#server/modules/accounts/passkeys/change-passkeys.ts'
import { noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { endUserSessions } from '#server/platform/http/session.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { type ChangeAccessInput, changeAccess } from './change-access.ts'

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
      const lost = input.author.userId === input.id ? 'admin_left' : 'admin_taken'
      const what = isAdmin ? 'admin_given' : lost
      await noteForAddress({ ...context, db: trx }, { what, userId: input.id, at: input.author.at })
    },
  }))

/** Grants or takes away the right to read the closings, reports and receipts. */
export const makeBookkeeper = (
  context: Context,
  { isBookkeeper, ...input }: ChangeAccessInput & { isBookkeeper: boolean },
) =>
  changeAccess(context, input, user => ({
    after: [{ ...user, isBookkeeper }],
    async save(trx) {
      await trx.updateTable('app_user').set({ is_bookkeeper: isBookkeeper }).where('id', '=', input.id).execute()
      if (isBookkeeper) await endSessionsBeforeRight(trx, input)
      const what = isBookkeeper ? 'bookkeeper_given' : 'bookkeeper_taken'
      await noteForAddress({ ...context, db: trx }, { what, userId: input.id, at: input.author.at })
    },
  }))
