import { sql } from 'kysely'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'
import type { LanguageCode } from '#contract/values.ts'
import { PHONE_CODE_MINUTES, SMS_QUIET_MS, SMS_WAITS_MS } from '#domain/accounts/phone-codes.ts'
import { MINUTE_MS, DAY_MS } from '#domain/durations.ts'
import { getUser } from '#server/modules/accounts/profile/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { newSmsReference } from '#server/platform/outbox/sms-deliveries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { hashedPhone, randomCode } from '#server/platform/secrets/secrets.ts'
import { createTranslate } from '#server/texts/text.ts'
import { lockUnverified, findOwner, isBlocked } from './phone-verification-state.ts'
import { claimSmsBudget } from './sms-budget.ts'
import { countSentCode, verificationCodeHash } from './verification-code.ts'

type CodeRequest = {
  userId: number
  /** As typed. */
  phone: string
  language: LanguageCode
  /** The keys of the daily SMS limits: an IPv4 address, or an IPv6 /64; and the same, or its /48. */
  address: string
  network: string
  /** The host to whose pages the phone may offer the code. */
  host: string
}

type SendInput = CodeRequest & { now: Date }
type InTransaction = Context & { db: Trx }

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
    const refused = (await lockUnverified(db, request.userId)) ?? (await sendVerification({ ...context, db }, sending))
    return refused ?? getUser({ ...context, db }, request.userId)
  })
}

async function sendVerification(context: InTransaction, sending: SendInput) {
  const { db, secrets } = context
  const { userId, phone, now } = sending
  if (await isBlocked(db, secrets, sending)) return refuse('verification.phoneBlocked', { phone_blocked: true })
  const rows = await lockCooldowns(db, { phoneKey: hashedPhone(secrets, phone), userId, now })
  const [userCooldowns, phoneCooldowns] = (['user', 'phone'] as const).map(kind =>
    rows.filter(row => row.kind === kind),
  )
  const until = cooldownEnd(userCooldowns ?? [], now)
  if (until) return refuse('verification.cooldown', { sms_cooldown_until: until.toISOString() })
  const isSent = cooldownEnd(phoneCooldowns ?? [], now) === undefined
  const refusedUntil = await claimSmsBudget(context, { ...sending, isSent })
  if (refusedUntil) {
    context.log.warn('the daily cap on SMS codes is reached')
    return refuse('verification.capReached', { retry_at: refusedUntil.toISOString() })
  }
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

async function saveAndEnqueue(context: InTransaction, sending: SendInput, isSent: boolean): Promise<void> {
  const { db, secrets, outbox } = context
  const { userId, phone, now, language, host } = sending
  const owner = await findOwner(db, sending)
  const code = randomCode()
  const reference = newSmsReference()
  await saveCode(db, sending, { isSent, reference, hash: verificationCodeHash(secrets, { userId, phone, code }) })
  await countSentCode(db, now, isSent)
  const sms = { code, minutes: PHONE_CODE_MINUTES, host }
  const text = owner ? phoneTakenSms({ ...sms, language: owner.language }) : verificationSms({ ...sms, language })
  const until = new Date(now.getTime() + PHONE_CODE_MINUTES * MINUTE_MS)
  await outbox.enqueue(db, 'sms', { to: isSent ? phone : null, text, reference, until })
}

/**
 * When no SMS is sent, an earlier unexpired code of the user for the same number stays valid; without one, no code matches the
 * stored hash.
 */
const saveCode = (
  db: Trx,
  { userId, phone, now }: SendInput,
  { isSent, reference, hash }: { isSent: boolean; reference: string; hash: Buffer },
) => {
  const row = {
    phone,
    code_hmac: hash,
    failed_attempts: 0,
    sms_reference: reference,
    created_at: now,
    expires_at: new Date(now.getTime() + PHONE_CODE_MINUTES * MINUTE_MS),
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

type VerificationSms = { code: string; minutes: number; host: string; language: LanguageCode }

export const verificationSms = (sms: VerificationSms): string => withCode('accounts.sms.code', sms)

/** For a number that has an account: its owner may have forgotten the account, or another user entered the number. */
export const phoneTakenSms = (sms: VerificationSms): string => withCode('accounts.sms.taken', sms)

/** The format of the last line lets a phone offer and fill in the code on pages of that host only. */
const withCode = (
  key: 'accounts.sms.code' | 'accounts.sms.taken',
  { code, minutes, host, language }: VerificationSms,
): string => {
  const t = createTranslate(language)
  return `${t(key, { code, validFor: t('platform.minutes', { count: minutes }) })}\n\n@${host} #${code}`
}

type CooldownKind = 'phone' | 'user'
type CooldownRow = Cooldown & { kind: CooldownKind; key: string }

/**
 * Locks the rows of a phone (by its keyed hash) and of a user. Inserts missing rows first, so that two concurrent first calls
 * can't both pass.
 */
async function lockCooldowns(
  db: Trx,
  { phoneKey, userId, now }: { phoneKey: string; userId: number; now: Date },
): Promise<CooldownRow[]> {
  const keys: { kind: CooldownKind; key: string }[] = [
    { kind: 'phone', key: phoneKey },
    { kind: 'user', key: String(userId) },
  ]
  await db
    .insertInto('sms_cooldown')
    .values(keys.map(({ kind, key }) => ({ kind, key, sent_count: 0, cooldown_until: now })))
    .onConflict(conflict => conflict.columns(['kind', 'key']).doNothing())
    .execute()
  const rows = await db
    .selectFrom('sms_cooldown')
    .selectAll()
    .where(({ or, and }) => or(keys.map(row => and(row))))
    .orderBy('kind')
    .orderBy('key')
    .forUpdate()
    .execute()
  return rows.map(row => ({ kind: row.kind, key: row.key, sentCount: row.sent_count, until: row.cooldown_until }))
}

async function saveCooldowns(db: Trx, rows: readonly CooldownRow[]): Promise<void> {
  for (const { kind, key, sentCount, until } of rows) {
    await db
      .updateTable('sms_cooldown')
      .set({ sent_count: sentCount, cooldown_until: until })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
  }
}

/** The SMS state of a phone or a user: how many were sent in a row, and when the next one is allowed. */
export type Cooldown = { sentCount: number; until: Date }

const waitAfter = (sentCount: number): number =>
  sentCount === 0 ? 0 : (SMS_WAITS_MS[Math.min(sentCount, SMS_WAITS_MS.length) - 1] ?? DAY_MS)

/** The cooldown after another SMS at `now`. After SMS_QUIET_MS without SMS the waits start over. */
export function afterSending(cooldown: Cooldown | undefined, now: Date): Cooldown {
  const lastSentMs = cooldown ? cooldown.until.getTime() - waitAfter(cooldown.sentCount) : -Infinity
  const isQuiet = now.getTime() - lastSentMs >= SMS_QUIET_MS
  const sentCount = cooldown && !isQuiet ? Math.min(cooldown.sentCount + 1, SMS_WAITS_MS.length) : 1
  return { sentCount, until: new Date(now.getTime() + waitAfter(sentCount)) }
}

/** The latest end of the running cooldowns; undefined when an SMS may be sent now. */
export function cooldownEnd(cooldowns: readonly Cooldown[], now: Date): Date | undefined {
  const ends = cooldowns.map(({ until }) => until.getTime()).filter(end => end > now.getTime())
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined
}

// libphonenumber-js/mobile knows mobile numbers only: SMS must not go to premium or landline numbers.

/** Territories to which the library assigns a country code of their own: Åland, Svalbard. */
const BELONGS_TO: Readonly<Record<string, string>> = { AX: 'FI', SJ: 'NO' }

/** Returns the number in E.164. A number without a country code is read as one of the first country. */
export function readPhone(typed: string, countries: readonly string[]) {
  // The configured value is any text: the library returns undefined for an unknown country.
  const home = countries[0] as CountryCode | undefined
  const phone = parsePhoneNumberFromString(typed, home)
  if (!phone?.isPossible() || phone.ext) return refuse('verification.phoneInvalid')
  const country = phone.country ?? ''
  if (!countries.includes(BELONGS_TO[country] ?? country)) return refuse('verification.countryNotAllowed')
  return phone.isValid() ? phone.number : refuse('verification.phoneInvalid')
}
