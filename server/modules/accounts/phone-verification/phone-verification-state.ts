import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { hashesOfPhone, type Secrets } from '#server/platform/secrets/secrets.ts'

type IsBlockedInput = { userId: number; phone: string }

/**
 * Whether an admin has blocked this number or the user's current number, so that entering another number doesn't bypass the
 * block. The number of an erased user stays blocked, as its keyed hash.
 */
export const isBlocked = (db: Trx, secrets: Secrets, { userId, phone }: IsBlockedInput) =>
  db
    .selectFrom('blocked_phone')
    .select('phone')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('phone', 'in', [phone, ...hashesOfPhone(secrets, phone)]),
        eb('phone', '=', selectFrom('app_user').select('app_user.phone').where('app_user.id', '=', userId)),
      ]),
    )
    .limit(1)
    .executeTakeFirst()

/** Finds another user who has verified this number, with their language; undefined when the number is free. */
export const findOwner = (db: Trx, { userId, phone }: IsBlockedInput) =>
  db
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select('language.code as language')
    .where('app_user.phone', '=', phone)
    .where('app_user.is_verified', '=', true)
    .where('app_user.id', '!=', userId)
    .executeTakeFirst()

/** Locks the user's row, so that codes are sent and tried one at a time. Refuses a user who is verified or was just removed. */
export async function lockUnverified(db: Trx, userId: number) {
  const user = await db
    .selectFrom('app_user')
    .select(['is_verified', 'removed_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user || user.removed_at !== null) return refuse('session.required')
  return user.is_verified ? refuse('verification.alreadyVerified') : undefined
}

/**
 * Whether a gateway reported that the SMS with the user's valid code failed. No report exists for a number for which others have
 * just requested a code, since no SMS was sent.
 */
export async function readSmsState({ db, now }: Context, userId: number) {
  const failed = await db
    .selectFrom('phone_verification as code')
    .innerJoin('sms_delivery as sms', 'sms.reference', 'code.sms_reference')
    .select('sms.state')
    .where('code.user_id', '=', userId)
    .where('code.expires_at', '>', now())
    .where('sms.state', '=', 'failed')
    .executeTakeFirst()
  return { has_failed: failed !== undefined }
}
