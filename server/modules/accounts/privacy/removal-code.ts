import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { isHmacOf, randomCode, readCode } from '#server/platform/secrets/secrets.ts'
import { removalMail } from './removal-mail.ts'
import type { Transaction } from 'kysely'

export const CODE_MINUTES = 10
const MOST_WRONG_TRIES = 5

type InTransaction = Context & { db: Transaction<Database> }

/** A separate purpose: a sign-in code removes no account, and a removal code does not sign in. */
const PURPOSE = 'removal code'
const textOf = ({ userId, code }: { userId: number; code: string }) => `${userId} ${code}`

type Reader = { id: number; email: string; language: LanguageCode }

/** Mails a new code, which replaces an earlier one. */
export async function mailCode(context: InTransaction, { id, email, language }: Reader): Promise<void> {
  const code = randomCode()
  const now = context.now()
  const row = {
    code_hmac: context.secrets.hmac(PURPOSE, textOf({ userId: id, code })),
    wrong_tries: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
  }
  await context.db
    .insertInto('removal_code')
    .values({ user_id: id, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  const mail = removalMail({ email, code, minutes: CODE_MINUTES, language })
  await context.jobs.enqueue(context.db, 'send-mail', { to: email, ...mail, until: row.expires_at })
}

/**
 * Returns undefined when the code is the mailed one, has not expired and had few wrong tries; a refusal otherwise. The caller has
 * locked the user's row.
 */
export async function refusedByCode({ db, now, secrets }: InTransaction, userId: number, typed: string) {
  const sent = await db
    .selectFrom('removal_code')
    .select(['code_hmac', 'wrong_tries'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!sent || sent.wrong_tries >= MOST_WRONG_TRIES) return refuse('removal.codeExpired')
  const code = readCode(typed)
  const isRight = (digits: string) =>
    isHmacOf(secrets, PURPOSE, { text: textOf({ userId, code: digits }), hash: sent.code_hmac })
  if (code !== undefined && isRight(code)) return undefined
  await db
    .updateTable('removal_code')
    .set(({ eb }) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
  return refuse('removal.wrongCode')
}
