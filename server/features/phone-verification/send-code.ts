import type { Transaction } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { RATE_LIMITS, takePoint, type RateLimit } from '#server/http/rate-limit.ts'
import { isRefusal, refuse, type Refusal } from '#server/http/refusal.ts'
import { hashedPhone, hashesOfPhone, randomCode, type Secrets } from '#server/secrets.ts'
import { verificationSms } from '#server/texts/verification-sms.ts'
import { showUser } from '../users/queries.ts'
import { countSentCode } from './code-use.ts'
import { afterSending, cooldownEnd } from './cooldown.ts'
import { lockCooldowns, saveCooldowns } from './cooldown-rows.ts'
import { lockUnverified } from './lock-unverified.ts'
import { readPhone } from './read-phone.ts'
import { CODE_MINUTES, verificationCodeHash } from './verification-code.ts'

export type CodeRequest = {
  userId: number
  /** As typed. */
  phone: string
  language: LanguageCode
  /** What SMS are counted for: an address, or an IPv6 network. */
  address: string
  /** The page that the phone may offer the code to. */
  host: string
}

type Sending = CodeRequest & { now: Date }

/** Sends a code to the phone and remembers the phone. A phone of another verified user is only remembered, with a warning. */
export async function sendCode(context: Context, request: CodeRequest) {
  const phone = readPhone(request.phone, context.config.smsCountries)
  if (isRefusal(phone)) return phone
  return inTransaction(context.db, async db => {
    const sending = { ...request, phone, now: context.now() }
    const refused = (await lockUnverified(db, request.userId)) ?? (await save(db, { ...context, db }, sending))
    return refused ?? showUser({ ...context, db }, request.userId)
  })
}

async function save(db: Transaction<Database>, context: Context, sending: Sending) {
  const { userId, phone } = sending
  if (await isBlocked(db, context.secrets, phone)) return refuse('verification.phoneBlocked', { phone_blocked: true })
  if (await isTaken(db, sending)) {
    await db.deleteFrom('phone_verification').where('user_id', '=', userId).execute()
    await setPhone(db, { userId, phone, warning: true })
    return undefined
  }
  const refused = await takeTurn(db, context, sending)
  if (refused) return refused
  await setPhone(db, { userId, phone, warning: false })
  await saveAndEnqueue(db, context, sending)
  return undefined
}

/** The number of an erased person stays blocked: as its keyed hash. */
export const isBlocked = (db: Transaction<Database>, secrets: Secrets, phone: string) =>
  db
    .selectFrom('blocked_phone')
    .select('phone')
    .where('phone', 'in', [phone, ...hashesOfPhone(secrets, phone)])
    .executeTakeFirst()

const isTaken = (db: Transaction<Database>, { phone, userId }: Sending) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('phone', '=', phone)
    .where('is_verified', '=', true)
    .where('id', '!=', userId)
    .executeTakeFirst()

const setPhone = (
  db: Transaction<Database>,
  { userId, phone, warning }: { userId: number; phone: string; warning: boolean },
) => db.updateTable('app_user').set({ phone, phone_unique_warning: warning }).where('id', '=', userId).execute()

/** The cooldown of phone and user, then what a day may cost. Both are counted only for an SMS that goes out. */
async function takeTurn(db: Transaction<Database>, context: Context, { phone, userId, now, address }: Sending) {
  const cooldowns = await lockCooldowns(db, { phoneKey: hashedPhone(context.secrets, phone), userId, now })
  const until = cooldownEnd(cooldowns, now)
  if (until) return refuse('verification.cooldown', { sms_cooldown_until: until.toISOString() })
  const refused = await overBudget(context, address)
  if (refused) return refused
  await saveCooldowns(
    db,
    cooldowns.map(row => ({ ...row, ...afterSending(row, now) })),
  )
  return undefined
}

async function overBudget(context: Context, address: string): Promise<Refusal<'verification.capReached'> | undefined> {
  const perDay: RateLimit = {
    name: 'sms per day',
    points: context.config.smsDailyCap,
    windowSeconds: 86_400,
    budget: true,
  }
  const ofAddress = await takePoint(context, RATE_LIMITS.smsPerAddress, address)
  const isWithin = ofAddress.allowed && (await takePoint(context, perDay, 'installation')).allowed
  if (!isWithin) context.log.warn('no more SMS codes today: a daily cap is reached')
  return isWithin ? undefined : refuse('verification.capReached')
}

async function saveAndEnqueue(db: Transaction<Database>, context: Context, sending: Sending): Promise<void> {
  const { userId, phone, now, language, host } = sending
  const code = randomCode()
  const row = {
    phone,
    code_hmac: verificationCodeHash(context.secrets, { userId, phone, code }),
    wrong_tries: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
  }
  await db
    .insertInto('phone_verification')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await countSentCode(db, now)
  const text = verificationSms({ code, minutes: CODE_MINUTES, host, language })
  await context.jobs.enqueue(db, 'send-sms', { to: phone, text, until: row.expires_at })
}
