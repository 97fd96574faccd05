import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import { takePasskeys } from '#server/modules/accounts/passkeys/change-passkeys.ts'
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
  const asked = ({ params, body, user }: AccessRequest & { user: AccessCaller & { userId: number } }) => ({
    id: params.id,
    myself: body.myself,
    author: { userId: user.userId, at: context.now(), reason: body.reason?.trim() || undefined },
    caller: user,
  })
  return {
    list: ({ query }) => findUsers(context.db, query),
    get: async ({ params }) => (await findAdminUser(context, params.id)) ?? refuse('notFound'),
    block: call => blockUser(context, { ...asked(call), isBlocked: call.body.is_blocked }),
    remove: call => removeUser(context, { userId: call.params.id, author: asked(call).author }),
    resetPasskeys: call => resetPasskeys(context, asked(call)),
    makeAdmin: call => makeAdmin(context, { ...asked(call), isAdmin: call.body.is_admin }),
    makeBookkeeper: call => makeBookkeeper(context, { ...asked(call), isBookkeeper: call.body.is_bookkeeper }),
    blockPhone: call =>
      blockPhone(context, { ...asked(call), isBlocked: call.body.is_blocked, phone: call.body.phone }),
  }
}

/** Removes all passkeys of an admin who has lost them. Only an admin who has one can do it. */
async function resetPasskeys(context: Context, asked: ChangeAccessInput) {
  if (asked.id === asked.author.userId) return refuse('user.yourself')
  return changeAccess(context, asked, user => ({
    after: [{ ...user, passkeys: 0 }],
    save: trx => takePasskeys({ ...context, db: trx }, asked.id),
  }))
}

type AskedOfPhone = ChangeAccessInput & { phone: string; isBlocked: boolean }

/**
 * Blocks a user and ends their sessions and door codes in the same transaction, or unblocks the user. A payment in progress
 * continues.
 */
export const blockUser = (context: Context, { isBlocked, ...asked }: ChangeAccessInput & { isBlocked: boolean }) =>
  changeAccess(context, asked, user => ({
    after: [{ ...user, isBlocked }],
    async save(trx) {
      const blocked_at = isBlocked ? asked.author.at : null
      await trx.updateTable('app_user').set({ blocked_at }).where('id', '=', asked.id).execute()
      const what = isBlocked ? 'blocked' : 'unblocked'
      await noteForAddress({ ...context, db: trx }, { what, userId: asked.id, at: asked.author.at })
      await trx.deleteFrom('disabled_session').where('user_id', '=', asked.id).execute()
      if (!isBlocked) return
      await endDisabledSessions(trx, asked.id, asked.author.at)
      await revokeDoorCodes(trx, { userIds: [asked.id] }, asked.author.at)
    },
  }))

/** A session that began before its user had the right may be another person's: it must not gain it. */
const endSessionsBeforeRight = (trx: Trx, { id, author, caller }: ChangeAccessInput) =>
  endUserSessions(trx, id, id === author.userId ? { but: caller.tokenHash } : {})

/** Grants or takes away the right to use the back office. */
export const makeAdmin = (context: Context, { isAdmin, ...asked }: ChangeAccessInput & { isAdmin: boolean }) =>
  changeAccess(context, asked, user => ({
    after: [{ ...user, isAdmin }],
    async save(trx) {
      await trx.updateTable('app_user').set({ is_admin: isAdmin }).where('id', '=', asked.id).execute()
      if (isAdmin) await endSessionsBeforeRight(trx, asked)
      const lost = asked.author.userId === asked.id ? 'admin_left' : 'admin_taken'
      const what = isAdmin ? 'admin_given' : lost
      await noteForAddress({ ...context, db: trx }, { what, userId: asked.id, at: asked.author.at })
    },
  }))

/** Grants or takes away the right to read the closings, reports and receipts. */
const makeBookkeeper = (context: Context, { isBookkeeper, ...asked }: ChangeAccessInput & { isBookkeeper: boolean }) =>
  changeAccess(context, asked, user => ({
    after: [{ ...user, isBookkeeper }],
    async save(trx) {
      await trx.updateTable('app_user').set({ is_bookkeeper: isBookkeeper }).where('id', '=', asked.id).execute()
      if (isBookkeeper) await endSessionsBeforeRight(trx, asked)
      const what = isBookkeeper ? 'bookkeeper_given' : 'bookkeeper_taken'
      await noteForAddress({ ...context, db: trx }, { what, userId: asked.id, at: asked.author.at })
    },
  }))

/**
 * Blocks a number: it verifies no user, and users verified by it must verify another one. It must be the number that the admin
 * saw. Unblocking it verifies no user: its owner must request a code again.
 */
const blockPhone = (context: Context, asked: AskedOfPhone) =>
  asked.isBlocked ? closePhone(context, asked) : freePhone(context, asked)

const notePhone = (context: Context, trx: Trx, { id, phone, isBlocked, author }: AskedOfPhone) =>
  noteAccessChange(trx, {
    what: isBlocked ? 'phone_blocked' : 'phone_freed',
    userId: id,
    at: author.at,
    about: hashedPhone(context.secrets, phone),
  })

const closePhone = (context: Context, asked: AskedOfPhone) =>
  changeAccess(context, asked, (user, all) =>
    user.phone === asked.phone
      ? {
          after: all
            .filter(row => row.phone === asked.phone)
            .map(row => ({
              ...row,
              isVerified: false,
              blockedPhones: [...without(row.blockedPhones, asked.phone), asked.phone],
            })),
          async save(trx) {
            await notePhone(context, trx, asked)
            const row = { phone: asked.phone, user_id: asked.id, created_at: asked.author.at }
            await trx
              .insertInto('blocked_phone')
              .values(row)
              .onConflict(conflict => conflict.doNothing())
              .execute()
            const owners = all.filter(({ phone }) => phone === asked.phone).map(({ id }) => id)
            await revokeDoorCodes(trx, { userIds: owners }, asked.author.at)
            await trx
              .updateTable('app_user')
              .set({ is_verified: false })
              .where('phone', '=', asked.phone)
              .where('is_verified', '=', sql.lit(true))
              .execute()
          },
        }
      : refuse('user.phoneOther'),
  )

const freePhone = (context: Context, asked: AskedOfPhone) =>
  changeAccess(context, asked, (_user, all) => ({
    after: all.map(row => ({ ...row, blockedPhones: without(row.blockedPhones, asked.phone) })),
    async save(trx) {
      // If the account was removed since, only the hash of its number is stored.
      const numbers = [asked.phone, ...hashesOfPhone(context.secrets, asked.phone)]
      await trx.deleteFrom('blocked_phone').where('phone', 'in', numbers).execute()
      await notePhone(context, trx, asked)
    },
  }))

const without = (phones: readonly string[], phone: string) => phones.filter(other => other !== phone)
