import { sql } from 'kysely'
import { PHONE_CODE_MINUTES } from '#domain/accounts/phone-codes.ts'
import { MINUTE_MS, HOUR_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { verifyHmac, readCode, type Secrets } from '#server/platform/secrets/secrets.ts'

const CODE_DIGITS = 6

/** Returns undefined for anything that is not a code. A number has lost its leading zeros: they are restored. */
export function readSmsCode(typed: string | number): string | undefined {
  if (typeof typed === 'string') return readCode(typed)
  return Number.isInteger(typed) && typed >= 0 && typed < 10 ** CODE_DIGITS
    ? String(typed).padStart(CODE_DIGITS, '0')
    : undefined
}

type SentCode = { userId: number; phone: string; code: string }

const CODE_PURPOSE = 'verification code'
const signedText = ({ userId, phone, code }: SentCode) => `${userId} ${phone} ${code}`

/** Keyed, and bound to the user and the phone: a copy of the row doesn't reveal the code, and doesn't match another row. */
export const verificationCodeHash = (secrets: Secrets, code: SentCode): Buffer =>
  secrets.hmac(CODE_PURPOSE, signedText(code))

export const isVerificationCode = (secrets: Secrets, code: SentCode, hash: Buffer): boolean =>
  verifyHmac(secrets, CODE_PURPOSE, { text: signedText(code), hash })

const startOfHour = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

/** Stores no user, only the count. If the code was not sent, the same statement runs and adds nothing. */
export const countSentCode = (trx: Trx, at: Date, isSent: boolean) =>
  trx
    .insertInto('sms_code_hour')
    .values({ hour: startOfHour(at), sent: isSent ? 1 : 0 })
    .onConflict(conflict =>
      conflict
        .column('hour')
        .doUpdateSet(({ eb, ref }) => ({ sent: eb('sms_code_hour.sent', '+', ref('excluded.sent')) })),
    )
    .execute()

/** Counts the code in the hour in which it was sent. */
export const countUsedCode = (trx: Trx, sentAt: Date) =>
  trx
    .updateTable('sms_code_hour')
    .set(({ eb }) => ({ used: eb('used', '+', 1) }))
    .where('hour', '=', startOfHour(sentAt))
    .whereRef('used', '<', 'sent')
    .execute()

/** Counts the sent and used codes of a day, except those that may still be valid. */
export async function findCodeUse({ db, now }: { db: Db; now: Context['now'] }) {
  const at = now().getTime()
  return db
    .selectFrom('sms_code_hour')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('sent'), sql.lit(0)).as('sent'),
      fn.coalesce(fn.sum<number>('used'), sql.lit(0)).as('used'),
    ])
    .where('hour', '>', new Date(at - 25 * HOUR_MS))
    .where('hour', '<=', new Date(at - HOUR_MS - PHONE_CODE_MINUTES * MINUTE_MS))
    .executeTakeFirstOrThrow()
}
