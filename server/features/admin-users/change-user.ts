import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { hashesOfPhone } from '#server/secrets.ts'
import { revokeDoorCodes } from '#server/features/doors/code-rows.ts'
import { refuse } from '#server/http/refusal.ts'
import { endSessionsOf } from '#server/http/session.ts'
import { changeAccess, type Asked } from './change-access.ts'

/** Blocks a user, whose sessions and door codes end in the same commit, or lets the user in again. A payment under way goes on. */
export const blockUser = (context: Context, { isBlocked, ...asked }: Asked & { isBlocked: boolean }) =>
  changeAccess(context, asked, user => ({
    after: [{ ...user, isBlocked }],
    async save(trx) {
      const blocked_at = isBlocked ? asked.author.at : null
      await trx.updateTable('app_user').set({ blocked_at }).where('id', '=', asked.id).execute()
      if (!isBlocked) return
      await endSessionsOf(trx, asked.id)
      await revokeDoorCodes(trx, { userIds: [asked.id] }, asked.author.at)
    },
  }))

/** Grants or takes away the right to use the back office. */
export const makeAdmin = (context: Context, { isAdmin, ...asked }: Asked & { isAdmin: boolean }) =>
  changeAccess(context, asked, user => ({
    after: [{ ...user, isAdmin }],
    async save(trx) {
      await trx.updateTable('app_user').set({ is_admin: isAdmin }).where('id', '=', asked.id).execute()
    },
  }))

/**
 * Blocks a number: nobody is verified by it, and whoever was is asked for another one. It must be the one that the admin
 * saw. Freeing it verifies nobody: its owner asks for a code again.
 */
export const blockPhone = (context: Context, asked: Asked & { phone: string; isBlocked: boolean }) =>
  asked.isBlocked ? closePhone(context, asked) : freePhone(context, asked)

const closePhone = (context: Context, asked: Asked & { phone: string }) =>
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

const freePhone = (context: Context, asked: Asked & { phone: string }) =>
  changeAccess(context, asked, (_user, all) => ({
    after: all.map(row => ({ ...row, blockedPhones: without(row.blockedPhones, asked.phone) })),
    async save(trx) {
      // Of who has removed the account since, only the hash is left.
      const numbers = [asked.phone, ...hashesOfPhone(context.secrets, asked.phone)]
      await trx.deleteFrom('blocked_phone').where('phone', 'in', numbers).execute()
    },
  }))

const without = (phones: readonly string[], phone: string) => phones.filter(other => other !== phone)
