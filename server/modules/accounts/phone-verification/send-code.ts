import { sql, type Transaction } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { RATE_LIMITS, takePoint, type RateLimit } from '#server/platform/http/rate-limit.ts'
import { isRefusal, refuse, type Refusal } from '#server/platform/http/refusal.ts'
import { hashedPhone, randomCode } from '#server/platform/secrets/secrets.ts'
import { takenPhoneSms, verificationSms } from './verification-sms.ts'
import { showUser } from '#server/modules/accounts/profile/queries.ts'
import { countSentCode } from './code-use.ts'
import { afterSending, cooldownEnd } from './cooldown.ts'
import { lockCooldowns, saveCooldowns, type CooldownRow } from './cooldown-rows.ts'
import { lockUnverified } from './lock-unverified.ts'
import { findOwner, isBlocked } from './phone-standing.ts'
import { readPhone } from './read-phone.ts'
import { CODE_MINUTES, verificationCodeHash } from './verification-code.ts'

export type CodeRequest = {
  userId: number
  /** As typed. */
  phone: string
  language: LanguageCode
  /** The key of the daily SMS limit: an IP address, or an IPv6 network. */
  address: string
  /** The host to whose pages the phone may offer the code. */
  host: string
}

type Sending = CodeRequest & { now: Date }
type InTransaction = Context & { db: Transaction<Database> }

/**
 * Sends a code to the phone and stores the number. The response and the statements are the same for a free number, for one that
 * another user has verified and for one that others have just requested a code for: only the holder of the phone learns which it
 * is. The owner of a taken number learns it from the SMS. A number in its cooldown gets no SMS.
 */
export async function sendCode(context: Context, request: CodeRequest) {
  const phone = readPhone(request.phone, context.config.smsCountries)
  if (isRefusal(phone)) return phone
  return inTransaction(context.db, async db => {
    const sending = { ...request, phone, now: context.now() }
    const refused = (await lockUnverified(db, request.userId)) ?? (await send({ ...context, db }, sending))
    return refused ?? showUser({ ...context, db }, request.userId)
  })
}

async function send(context: InTransaction, sending: Sending) {
  const { db, secrets } = context
  const { userId, phone, now } = sending
  if (await isBlocked(db, secrets, sending)) return refuse('verification.phoneBlocked', { phone_blocked: true })
  const rows = await lockCooldowns(db, { phoneKey: hashedPhone(secrets, phone), userId, now })
  const [ofUser, ofPhone] = (['user', 'phone'] as const).map(kind => rows.filter(row => row.kind === kind))
  const until = cooldownEnd(ofUser ?? [], now)
  if (until) return refuse('verification.cooldown', { sms_cooldown_until: until.toISOString() })
  const refused = await overBudget(context, sending.address)
  if (refused) return refused
  const isSent = cooldownEnd(ofPhone ?? [], now) === undefined
  await saveCooldowns(
    db,
    rows.map(row => afterCall(row, { now, isSent })),
  )
  await db.updateTable('app_user').set({ phone, phone_unique_warning: false }).where('id', '=', userId).execute()
  await saveAndEnqueue(context, sending, isSent)
  return undefined
}

/** A call always counts for the user; for the number it counts only if an SMS is sent. */
const afterCall = (row: CooldownRow, { now, isSent }: { now: Date; isSent: boolean }): CooldownRow =>
  row.kind === 'user' || isSent ? { ...row, ...afterSending(row, now) } : row

/** Limits the costs of a day. Counts every call that gets this far, whether an SMS is sent or not. */
async function overBudget(context: Context, address: string): Promise<Refusal<'verification.capReached'> | undefined> {
  const perDay: RateLimit = {
    name: 'sms per day',
    points: context.config.smsDailyCap,
    windowSeconds: 86_400,
    budget: true,
  }
  const ofAddress = await takePoint(context, RATE_LIMITS.smsPerAddress, address)
  const isWithin = ofAddress.allowed && (await takePoint(context, perDay, 'installation')).allowed
  if (!isWithin) context.log.warn('the daily cap on SMS codes is reached')
  return isWithin ? undefined : refuse('verification.capReached')
}

async function saveAndEnqueue(context: InTransaction, sending: Sending, isSent: boolean): Promise<void> {
  const { db, secrets, jobs } = context
  const { userId, phone, now, language, host } = sending
  const owner = await findOwner(db, sending)
  const code = randomCode()
  await saveCode(db, sending, { isSent, hash: verificationCodeHash(secrets, { userId, phone, code }) })
  await countSentCode(db, now, isSent)
  const sms = { code, minutes: CODE_MINUTES, host }
  const text = owner ? takenPhoneSms({ ...sms, language: owner.language }) : verificationSms({ ...sms, language })
  const until = new Date(now.getTime() + CODE_MINUTES * 60_000)
  await jobs.enqueue(db, 'send-sms', { to: isSent ? phone : null, text, until })
}

/**
 * When no SMS is sent, an earlier unexpired code of the user for the same number stays valid; without one, no code matches the
 * stored hash.
 */
const saveCode = (
  db: Transaction<Database>,
  { userId, phone, now }: Sending,
  { isSent, hash }: { isSent: boolean; hash: Buffer },
) => {
  const row = {
    phone,
    code_hmac: hash,
    wrong_tries: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
  }
  return db
    .insertInto('phone_verification')
    .values({ user_id: userId, ...row })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({
        ...row,
        code_hmac: sql<Buffer>`CASE WHEN NOT ${isSent}::boolean AND phone_verification.phone = excluded.phone
          AND phone_verification.expires_at > ${now}::timestamptz THEN phone_verification.code_hmac ELSE excluded.code_hmac END`,
      }),
    )
    .execute()
}
