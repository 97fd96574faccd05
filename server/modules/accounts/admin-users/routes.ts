import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import { removeAllPasskeys } from '#server/modules/accounts/passkeys/change-passkeys.ts'
import { removeUser } from '#server/modules/accounts/privacy/remove-account.ts'
import { revokeDoorCodes } from '#server/modules/stores/doors/code-rows.ts'
import { noteAccessChange, noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { endDisabledSessions, endUserSessions } from '#server/platform/http/session.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { hashedPhone, hashesOfPhone } from '#server/platform/secrets/secrets.ts'
import { type AccessCaller, type ChangeAccessInput, changeAccess } from './change-access.ts'
import { findUsers, findAdminUser } from './queries.ts'

type AccessRequest = { params: { id: number }; body: { reason?: string | undefined; myself?: true | undefined } }

export function adminUserRoutes(context: Context): Handlers<typeof contract.adminUsers> {
  const toChangeInput = ({ params, body, user }: AccessRequest & { user: AccessCaller & { userId: number } }) => ({
    id: params.id,
    myself: body.myself,
    author: { userId: user.userId, at: context.now(), reason: body.reason?.trim() || undefined },
    caller: user,
  })
  return {
    list: ({ query }) => findUsers(context.db, query),
    get: async ({ params }) => (await findAdminUser(context, params.id)) ?? refuse('notFound'),
    block: call => blockUser(context, { ...toChangeInput(call), isBlocked: call.body.is_blocked }),
    remove: call => removeUser(context, { userId: call.params.id, author: toChangeInput(call).author }),
    resetPasskeys: call => resetPasskeys(context, toChangeInput(call)),
    makeAdmin: call => makeAdmin(context, { ...toChangeInput(call), isAdmin: call.body.is_admin }),
    makeBookkeeper: call => makeBookkeeper(context, { ...toChangeInput(call), isBookkeeper: call.body.is_bookkeeper }),
    blockPhone: call =>
      blockPhone(context, { ...toChangeInput(call), isBlocked: call.body.is_blocked, phone: call.body.phone }),
  }
}

/** Removes all passkeys of an admin who has lost them. Only an admin who has one can do it. */
async function resetPasskeys(context: Context, toChangeInput: ChangeAccessInput) {
  if (toChangeInput.id === toChangeInput.author.userId) return refuse('user.yourself')
  return changeAccess(context, toChangeInput, user => ({
    after: [{ ...user, passkeys: 0 }],
    save: trx => removeAllPasskeys({ ...context, db: trx }, toChangeInput.id),
  }))
}

type AskedOfPhone = ChangeAccessInput & { phone: string; isBlocked: boolean }

/**
 * Blocks a user and ends their sessions and door codes in the same transaction, or unblocks the user. A payment in progress
 * continues.
 */
export const blockUser = (
  context: Context,
  { isBlocked, ...toChangeInput }: ChangeAccessInput & { isBlocked: boolean },
) =>
  changeAccess(context, toChangeInput, user => ({
    after: [{ ...user, isBlocked }],
    async save(trx) {
      const blocked_at = isBlocked ? toChangeInput.author.at : null
      await trx.updateTable('app_user').set({ blocked_at }).where('id', '=', toChangeInput.id).execute()
      const what = isBlocked ? 'blocked' : 'unblocked'
      await noteForAddress({ ...context, db: trx }, { what, userId: toChangeInput.id, at: toChangeInput.author.at })
      await trx.deleteFrom('disabled_session').where('user_id', '=', toChangeInput.id).execute()
      if (!isBlocked) return
      await endDisabledSessions(trx, toChangeInput.id, toChangeInput.author.at)
      await revokeDoorCodes(trx, { userIds: [toChangeInput.id] }, toChangeInput.author.at)
    },
  }))

/** A session that began before its user had the right may be another person's: it must not gain it. */
const endSessionsBeforeRight = (trx: Trx, { id, author, caller }: ChangeAccessInput) =>
  endUserSessions(trx, id, id === author.userId ? { but: caller.tokenHash } : {})

/** Grants or takes away the right to use the back office. */
export const makeAdmin = (context: Context, { isAdmin, ...toChangeInput }: ChangeAccessInput & { isAdmin: boolean }) =>
  changeAccess(context, toChangeInput, user => ({
    after: [{ ...user, isAdmin }],
    async save(trx) {
      await trx.updateTable('app_user').set({ is_admin: isAdmin }).where('id', '=', toChangeInput.id).execute()
      if (isAdmin) await endSessionsBeforeRight(trx, toChangeInput)
      const lost = toChangeInput.author.userId === toChangeInput.id ? 'admin_left' : 'admin_taken'
      const what = isAdmin ? 'admin_given' : lost
      await noteForAddress({ ...context, db: trx }, { what, userId: toChangeInput.id, at: toChangeInput.author.at })
    },
  }))

/** Grants or takes away the right to read the closings, reports and receipts. */
const makeBookkeeper = (
  context: Context,
  { isBookkeeper, ...toChangeInput }: ChangeAccessInput & { isBookkeeper: boolean },
) =>
  changeAccess(context, toChangeInput, user => ({
    after: [{ ...user, isBookkeeper }],
    async save(trx) {
      await trx
        .updateTable('app_user')
        .set({ is_bookkeeper: isBookkeeper })
        .where('id', '=', toChangeInput.id)
        .execute()
      if (isBookkeeper) await endSessionsBeforeRight(trx, toChangeInput)
      const what = isBookkeeper ? 'bookkeeper_given' : 'bookkeeper_taken'
      await noteForAddress({ ...context, db: trx }, { what, userId: toChangeInput.id, at: toChangeInput.author.at })
    },
  }))

/**
 * Blocks a number: it verifies no user, and users verified by it must verify another one. It must be the number that the admin
 * saw. Unblocking it verifies no user: its owner must request a code again.
 */
const blockPhone = (context: Context, toChangeInput: AskedOfPhone) =>
  toChangeInput.isBlocked ? closePhone(context, toChangeInput) : freePhone(context, toChangeInput)

const notePhone = (context: Context, trx: Trx, { id, phone, isBlocked, author }: AskedOfPhone) =>
  noteAccessChange(trx, {
    what: isBlocked ? 'phone_blocked' : 'phone_freed',
    userId: id,
    at: author.at,
    about: hashedPhone(context.secrets, phone),
  })

const closePhone = (context: Context, toChangeInput: AskedOfPhone) =>
  changeAccess(context, toChangeInput, (user, all) =>
    user.phone === toChangeInput.phone
      ? {
          after: all
            .filter(row => row.phone === toChangeInput.phone)
            .map(row => ({
              ...row,
              isVerified: false,
              blockedPhones: [...without(row.blockedPhones, toChangeInput.phone), toChangeInput.phone],
            })),
          async save(trx) {
            await notePhone(context, trx, toChangeInput)
            const row = { phone: toChangeInput.phone, user_id: toChangeInput.id, created_at: toChangeInput.author.at }
            await trx
              .insertInto('blocked_phone')
              .values(row)
              .onConflict(conflict => conflict.doNothing())
              .execute()
            const owners = all.filter(({ phone }) => phone === toChangeInput.phone).map(({ id }) => id)
            await revokeDoorCodes(trx, { userIds: owners }, toChangeInput.author.at)
            await trx
              .updateTable('app_user')
              .set({ is_verified: false })
              .where('phone', '=', toChangeInput.phone)
              .where('is_verified', '=', sql.lit(true))
              .execute()
          },
        }
      : refuse('user.phoneOther'),
  )

const freePhone = (context: Context, toChangeInput: AskedOfPhone) =>
  changeAccess(context, toChangeInput, (_user, all) => ({
    after: all.map(row => ({ ...row, blockedPhones: without(row.blockedPhones, toChangeInput.phone) })),
    async save(trx) {
      // If the account was removed since, only the hash of its number is stored.
      const numbers = [toChangeInput.phone, ...hashesOfPhone(context.secrets, toChangeInput.phone)]
      await trx.deleteFrom('blocked_phone').where('phone', 'in', numbers).execute()
      await notePhone(context, trx, toChangeInput)
    },
  }))

const without = (phones: readonly string[], phone: string) => phones.filter(other => other !== phone)
