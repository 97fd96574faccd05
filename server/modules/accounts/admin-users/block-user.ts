import { sql } from 'kysely'
import { revokeDoorCodes } from '#server/modules/stores/doors/code-rows.ts'
import { noteForAddress, noteAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { endDisabledSessions } from '#server/platform/http/session.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { hashedPhone, hashesOfPhone } from '#server/platform/secrets/secrets.ts'
import { type ChangeAccessInput, changeAccess } from './change-access.ts'

type BlockPhoneInput = ChangeAccessInput & { phone: string; isBlocked: boolean }

/**
 * Blocks a user and ends their sessions and door codes in the same transaction, or unblocks the user. A payment in progress
 * continues.
 */
export const blockUser = (context: Context, { isBlocked, ...input }: ChangeAccessInput & { isBlocked: boolean }) =>
  changeAccess(context, input, user => ({
    after: [{ ...user, isBlocked }],
    async save(trx) {
      const blocked_at = isBlocked ? input.author.at : null
      await trx.updateTable('app_user').set({ blocked_at }).where('id', '=', input.id).execute()
      const kind = isBlocked ? 'blocked' : 'unblocked'
      await noteForAddress({ ...context, db: trx }, { kind, userId: input.id, at: input.author.at })
      await trx.deleteFrom('disabled_session').where('user_id', '=', input.id).execute()
      if (!isBlocked) return
      await endDisabledSessions(trx, input.id, input.author.at)
      await revokeDoorCodes(trx, { userIds: [input.id] }, input.author.at)
    },
  }))

/**
 * Blocks a number: it verifies no user, and users verified by it must verify another one. It must be the number that the admin
 * saw. Unblocking it verifies no user: its owner must request a code again.
 */
export const blockPhone = (context: Context, input: BlockPhoneInput) =>
  input.isBlocked ? closePhone(context, input) : freePhone(context, input)

const notePhone = (context: Context, trx: Trx, { id, phone, isBlocked, author }: BlockPhoneInput) =>
  noteAccessChange(trx, {
    kind: isBlocked ? 'phone_blocked' : 'phone_unblocked',
    userId: id,
    at: author.at,
    subject: hashedPhone(context.secrets, phone),
  })

const closePhone = (context: Context, input: BlockPhoneInput) =>
  changeAccess(context, input, (user, all) =>
    user.phone === input.phone
      ? {
          after: all
            .filter(row => row.phone === input.phone)
            .map(row => ({
              ...row,
              isVerified: false,
              blockedPhones: [...withoutPhone(row.blockedPhones, input.phone), input.phone],
            })),
          async save(trx) {
            await notePhone(context, trx, input)
            const row = { phone: input.phone, user_id: input.id, created_at: input.author.at }
            await trx
              .insertInto('blocked_phone')
              .values(row)
              .onConflict(conflict => conflict.doNothing())
              .execute()
            const owners = all.filter(({ phone }) => phone === input.phone).map(({ id }) => id)
            await revokeDoorCodes(trx, { userIds: owners }, input.author.at)
            await trx
              .updateTable('app_user')
              .set({ is_verified: false })
              .where('phone', '=', input.phone)
              .where('is_verified', '=', sql.lit(true))
              .execute()
          },
        }
      : refuse('user.phoneOther'),
  )

const freePhone = (context: Context, input: BlockPhoneInput) =>
  changeAccess(context, input, (_user, all) => ({
    after: all.map(row => ({ ...row, blockedPhones: withoutPhone(row.blockedPhones, input.phone) })),
    async save(trx) {
      // If the account was removed since, only the hash of its number is stored.
      const numbers = [input.phone, ...hashesOfPhone(context.secrets, input.phone)]
      await trx.deleteFrom('blocked_phone').where('phone', 'in', numbers).execute()
      await notePhone(context, trx, input)
    },
  }))

const withoutPhone = (phones: readonly string[], phone: string) => phones.filter(other => other !== phone)
