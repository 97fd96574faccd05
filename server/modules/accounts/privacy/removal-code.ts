import type { LanguageCode } from '#contract/values.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { findSeller } from '#server/modules/stores/seller/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { verifyHmac, randomCode, readCode } from '#server/platform/secrets/secrets.ts'
import { createTranslate } from '#server/texts/text.ts'

/** How long a code that confirms the removal of an account is valid. */
const REMOVAL_CODE_MINUTES = 10
const MAX_FAILED_REMOVAL_CODES = 5

type InTransaction = Context & { db: Trx }

/** A separate purpose: a sign-in code removes no account, and a removal code does not sign in. */
const CODE_PURPOSE = 'removal code'
const signedText = ({ userId, code }: { userId: number; code: string }) => `${userId} ${code}`

type CodeReader = { id: number; email: string; language: LanguageCode }

/** Mails a new code, which replaces an earlier one. */
export async function mailRemovalCode(context: InTransaction, { id, email, language }: CodeReader): Promise<void> {
  const code = randomCode()
  const now = context.now()
  const row = {
    code_hmac: context.secrets.hmac(CODE_PURPOSE, signedText({ userId: id, code })),
    failed_attempts: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + REMOVAL_CODE_MINUTES * MINUTE_MS),
  }
  await context.db
    .insertInto('removal_code')
    .values({ user_id: id, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  const mail = removalMail({
    email,
    code,
    minutes: REMOVAL_CODE_MINUTES,
    seller: await findSeller(context.db),
    language,
  })
  await context.outbox.enqueue(context.db, 'mail', { to: email, ...mail, until: row.expires_at })
}

/**
 * Returns undefined when the code is the mailed one, has not expired and had few wrong tries; a refusal otherwise. The caller has
 * locked the user's row.
 */
export async function refusedByCode({ db, now, secrets }: InTransaction, userId: number, typed: string) {
  const sent = await db
    .selectFrom('removal_code')
    .select(['code_hmac', 'failed_attempts'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!sent || sent.failed_attempts >= MAX_FAILED_REMOVAL_CODES) return refuse('removal.codeExpired')
  const code = readCode(typed)
  const isRight = (digits: string) =>
    verifyHmac(secrets, CODE_PURPOSE, { text: signedText({ userId, code: digits }), hash: sent.code_hmac })
  if (code !== undefined && isRight(code)) return undefined
  await db
    .updateTable('removal_code')
    .set(({ eb }) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
  return refuse('removal.invalidCode')
}

type RemovalMail = { email: string; code: string; minutes: number; seller: string; language: LanguageCode }

/** The mail with the code that is required to remove an account. */
export function removalMail({ email, code, minutes, seller, language }: RemovalMail): Omit<MailMessage, 'to'> {
  const t = createTranslate(language)
  return renderEmail({
    language,
    subject: t('accounts.removal.subject', { code }),
    parts: [
      t('accounts.removal.intro', { email }),
      code,
      t('accounts.removal.validity', { validFor: t('platform.minutes', { count: minutes }) }),
      t('accounts.removal.forGood'),
      t('accounts.removal.notYou'),
      seller,
    ],
  })
}
