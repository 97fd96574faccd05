import type { LanguageCode } from '#contract/values.ts'
import { sql, type Transaction } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { RATE_LIMITS, takePoint, type RateLimit } from '#server/platform/http/rate-limit.ts'
import { randomCode, randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { signInMail } from './sign-in-mail.ts'
import { BLOCK_WORDS, lastWordAbout } from '#server/platform/access-changes/note-access-change.ts'
import { loginCodeHash } from './login-code.ts'
import { findOpenLink } from './open-links.ts'

const MOST_LIVE_LINKS = 3

export type LinkRequest = {
  /** Trimmed and in lower case. */
  email: string
  language: LanguageCode
  /** The browser's visitor mark: the code works there alone. */
  mark: string
  /** What the browser is called if the address has signed in there before. */
  known: string | undefined
  /** Where the link leads, without a path. */
  origin: string
}

/**
 * Mails a link and a code to the address, which becomes a user if it is none yet. For a disabled user all is the same; the link
 * says so when it is used. For an address that was asked for too often nothing is sent, but every statement is made all the
 * same: the answer tells of no account.
 */
export async function requestLink(context: Context, request: LinkRequest): Promise<void> {
  const { allowed } = await takePoint(context, ...(await budgetOf(context, request)))
  if (!allowed) context.log.warn('no sign-in mail was sent: too many were asked for, for one address in ten minutes')
  await inTransaction(context.db, async db => {
    const user = await findOrAddUser(db, context, request)
    const link = await addLink(db, context, { userId: user.id, mark: request.mark, allowed })
    const mail = signInMail({
      email: request.email,
      link: `${request.origin}/login/${user.id}/${link.issuedMs}/${link.hash}`,
      code: link.code,
      minutes: context.config.loginLinkMinutes,
      language: user.code,
    })
    const to = allowed ? request.email : null
    await context.jobs.enqueue(db, 'send-mail', { to, ...mail, until: endOf(link, context) })
  })
}

const endOf = ({ issuedMs }: { issuedMs: number }, { config }: Pick<Context, 'config'>) =>
  new Date(issuedMs + config.loginLinkMinutes * 60_000)

/**
 * What a mail is counted for. Browsers that are new to the address share its mails, and a stranger may use them up; one whose request
 * is open, or in which the address has signed in before, has a few of its own. So all of them together stay bounded.
 */
async function budgetOf(context: Context, request: LinkRequest): Promise<[limit: RateLimit, key: string]> {
  const { email, mark, known } = request
  const open = await findOpenLink(context, request)
  const own = known ?? (open && mark)
  return own === undefined ? [RATE_LIMITS.loginPerAccount, email] : [RATE_LIMITS.loginPerBrowser, `${email} ${own}`]
}

/**
 * One statement for both: a known user's row is written too, and stays locked until the link is in. A new one begins with the block of
 * an account that had the address before.
 */
const findOrAddUser = (db: Transaction<Database>, context: Context, { email, language }: LinkRequest) =>
  db
    .insertInto('app_user')
    .values(({ selectFrom }) => ({
      email,
      blocked_at: selectFrom(lastWordAbout(db, { secrets: context.secrets, email, words: BLOCK_WORDS }).as('last'))
        .select('last.made_at')
        .where('last.what', '=', 'blocked'),
      language_id: selectFrom('language').select('id').where('code', '=', language),
      created_at: context.now(),
    }))
    .onConflict(conflict => conflict.column('email').doUpdateSet({ email }))
    .returning(({ selectFrom }) => [
      'id',
      'blocked_at',
      selectFrom('language')
        .select('language.code')
        .whereRef('language.id', '=', 'app_user.language_id')
        .$asScalar()
        .$notNull()
        .as('code'),
    ])
    .executeTakeFirstOrThrow()

type NewLink = { userId: number; mark: string; allowed: boolean }

/** Older links of the same browser give way, so that at most three of them live. When it is not allowed, the statements touch nothing. */
async function addLink(db: Transaction<Database>, context: Context, { userId, mark, allowed }: NewLink) {
  const hash = randomToken()
  const code = randomCode()
  const now = context.now()
  const linkHash = sha256(hash)
  const browser = sha256(mark)
  await db
    .deleteFrom('login_link')
    .where('user_id', '=', userId)
    .where('browser_sha256', '=', browser)
    .where(sql<boolean>`${allowed}::boolean`)
    .where('id', 'not in', liveLinks(db, { userId, browser, now }).limit(MOST_LIVE_LINKS - 1))
    .execute()
  await db
    .insertInto('login_link')
    .columns(['user_id', 'link_sha256', 'issued_ms', 'code_hmac', 'browser_sha256', 'created_at', 'expires_at'])
    .expression(
      sql`SELECT ${userId}::integer, ${linkHash}::bytea, ${now.getTime()}::bigint,
        ${loginCodeHash(context.secrets, { linkHash, digits: code })}::bytea, ${browser}::bytea,
        ${now}::timestamptz, ${new Date(now.getTime() + context.config.loginLinkMinutes * 60_000)}::timestamptz
        WHERE ${allowed}::boolean`,
    )
    .execute()
  return { hash, code, issuedMs: now.getTime() }
}

type Asked = { userId: number; browser: Buffer; now: Date }

const liveLinks = (db: Transaction<Database>, { userId, browser, now }: Asked) =>
  db
    .selectFrom('login_link')
    .select('id')
    .where('user_id', '=', userId)
    .where('browser_sha256', '=', browser)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
