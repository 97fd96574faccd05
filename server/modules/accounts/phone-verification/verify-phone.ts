import { MAX_FAILED_PHONE_CODES } from '#domain/accounts/phone-codes.ts'
import { getUser } from '#server/modules/accounts/profile/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type SignedIn, rotateSession } from '#server/platform/http/session.ts'
import type { Trx, Db } from '#server/platform/schema/tables.ts'
import { lockUnverified, isBlocked, findOwner } from './phone-verification-state.ts'
import { readSmsCode, isVerificationCode, countUsedCode } from './verification-code.ts'

type VerifyingSession = Pick<SignedIn, 'userId' | 'tokenHash'>

/**
 * Verifies the phone that the last code was sent to. Returns the user and the session's new token. A user who enters the code of
 * a number that another user has verified holds that phone: the refusal reports that the number is taken, so that they log in
 * with the old account. When two users race for one phone, its unique index decides.
 */
export async function verifyPhone(context: Context, { userId, tokenHash }: VerifyingSession, typed: string | number) {
  try {
    return await inTransaction(context.db, async db => {
      const refused = (await lockUnverified(db, userId)) ?? (await tryCode(db, context, { userId, typed }))
      if (refused) return refused
      const sessionToken = await rotateSession({ ...context, db }, tokenHash)
      if (sessionToken === undefined) return refuse('session.required')
      return { sessionToken, user: await getUser({ ...context, db }, userId) }
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'app_user_verified_phone')) throw error
    return warnOfOwner(context.db, userId)
  }
}

/** After five wrong codes, the right one is refused too. */
async function tryCode(db: Trx, context: Context, { userId, typed }: { userId: number; typed: string | number }) {
  const sent = await db
    .selectFrom('phone_verification')
    .select(['phone', 'code_hmac', 'failed_attempts', 'created_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', context.now())
    .executeTakeFirst()
  // If the phone was blocked after its code was sent, the next code request reports the block.
  if (
    !sent ||
    sent.failed_attempts >= MAX_FAILED_PHONE_CODES ||
    (await isBlocked(db, context.secrets, { userId, phone: sent.phone }))
  ) {
    return refuse('verification.codeExpired')
  }
  const code = readSmsCode(typed)
  const { phone } = sent
  const isRight = code && isVerificationCode(context.secrets, { userId, phone, code }, sent.code_hmac)
  if (!isRight) return countFailedAttempt(db, userId)
  await db.deleteFrom('phone_verification').where('user_id', '=', userId).execute()
  await countUsedCode(db, sent.created_at)
  if (await findOwner(db, { userId, phone })) return warnOfOwner(db, userId)
  await db
    .updateTable('app_user')
    .set({ phone, is_verified: true, phone_unique_warning: false })
    .where('id', '=', userId)
    .execute()
  return undefined
}

async function warnOfOwner(db: Db, userId: number) {
  await db.updateTable('app_user').set({ phone_unique_warning: true }).where('id', '=', userId).execute()
  return refuse('verification.phoneTaken', { phone_unique_warning: true })
}

async function countFailedAttempt(db: Trx, userId: number) {
  await db
    .updateTable('phone_verification')
    .set(({ eb }) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
  return refuse('verification.invalidCode')
}
