import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { MINUTE_MS, HOUR_MS } from '#domain/durations.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { findSeller } from '#server/modules/stores/seller/queries.ts'
import { BLOCK_CHANGES, latestAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { consumePoint } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS, type RateLimit } from '#server/platform/http/rate-limits.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { randomCode, randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { createTranslate } from '#server/texts/text.ts'
import { findNewestLink, loginCodeHash } from './sign-in-by-code.ts'
import { claimMailTurn } from './sign-in-mail-brake.ts'

/** Open login links of one browser and address. */
const MAX_OPEN_LINKS = 3

type LinkRequest = {
  /** Trimmed and in lower case. */
  email: string
  language: LanguageCode
  /** The browser's visitor mark: the code works only in that browser. */
  mark: string
  /** The browser's id if the address has signed in there before. */
  browserMark: string | undefined
  /** The link's origin, without a path. */
  origin: string
  /** Of the caller: an IPv4 address or an IPv6 /48. */
  network: string
}

/** A mail that waited this long for its turn or for the mail server still starts the validity of its link. */
const SENDING_MS = HOUR_MS

/**
 * Mails a link and a code to the address, which becomes a user if it isn't one yet. A disabled user gets the same; using the link
 * reports it. For an address over its limit no mail is sent, and beyond a limit of the shop mails wait; but every
 * statement runs all the same, so that the response doesn't reveal whether an account exists.
 */
export async function requestLink(context: Context, request: LinkRequest): Promise<void> {
  const { allowed } = await consumePoint(context, ...(await getRequestBudget(context, request)))
  if (!allowed) context.log.warn('no sign-in mail was sent: too many were asked for, for one address in ten minutes')
  const { isUrgent, waitMs } = await claimMailTurn(context, {
    ...request,
    isReturning: request.browserMark !== undefined,
    isAllowed: allowed,
  })
  const until = new Date(context.now().getTime() + (waitMs ?? 0) + SENDING_MS)
  await inTransaction(context.db, async db => {
    const user = await findOrAddUser(db, context, request)
    const link = await addLink(db, context, { userId: user.id, mark: request.mark, allowed, until })
    const mail = signInMail({
      email: request.email,
      link: `${request.origin}/login/${user.id}/${link.issuedMs}/${link.hash}`,
      code: link.code,
      minutes: context.config.loginLinkMinutes,
      seller: await findSeller(db),
      language: user.code,
    })
    const to = waitMs === undefined ? null : request.email
    const linkHash = sha256(link.hash).toString('base64url')
    await context.outbox.enqueue(db, 'mail', { to, ...mail, linkHash, until, isUrgent, waitMs })
  })
}

/**
 * The limit that a mail counts towards. Browsers that are new to the address share its limit, and a stranger may use it up; a
 * browser whose request is open, or in which the address has signed in before, has a small limit of its own. So the total stays
 * bounded.
 */
async function getRequestBudget(context: Context, request: LinkRequest): Promise<[limit: RateLimit, key: string]> {
  const { email, mark, browserMark } = request
  const since = new Date(context.now().getTime() - context.config.loginLinkMinutes * MINUTE_MS)
  const open = await findNewestLink(context, { email, mark, since })
  const requestMark = browserMark ?? (open && mark)
  return requestMark === undefined
    ? [RATE_LIMITS.loginPerAccount, email]
    : [RATE_LIMITS.loginPerBrowser, `${email} ${requestMark}`]
}

/**
 * One statement for both cases: a known user's row is written too, and stays locked until the link is inserted. A new user
 * inherits the block of an account that had the address before.
 */
export const findOrAddUser = (
  db: Trx,
  context: Context,
  { email, language }: Pick<LinkRequest, 'email' | 'language'>,
) =>
  db
    .insertInto('app_user')
    .values(({ selectFrom }) => ({
      email,
      blocked_at: selectFrom(
        latestAccessChange(db, { secrets: context.secrets, email, kinds: BLOCK_CHANGES }).as('last'),
      )
        .select('last.changed_at')
        .where('last.kind', '=', 'blocked'),
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

/** `until`: when the link expires if its mail isn't sent; its validity starts again when the mail is sent. */
type NewLink = { userId: number; mark: string; allowed: boolean; until: Date }

/** Deletes older links of the same browser, so that at most MAX_OPEN_LINKS are open. If not `allowed`, the statements change nothing. */
async function addLink(db: Trx, context: Context, { userId, mark, allowed, until }: NewLink) {
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
    .where('id', 'not in', liveLinks(db, { userId, browser, now }).limit(MAX_OPEN_LINKS - 1))
    .execute()
  await db
    .insertInto('login_link')
    .columns(['user_id', 'link_sha256', 'issued_ms', 'code_hmac', 'browser_sha256', 'created_at', 'expires_at'])
    .expression(
      sql`SELECT ${userId}::integer, ${linkHash}::bytea, ${now.getTime()}::bigint,
        ${loginCodeHash(context.secrets, { linkHash, digits: code })}::bytea, ${browser}::bytea,
        ${now}::timestamptz, ${until}::timestamptz
        WHERE ${allowed}::boolean`,
    )
    .execute()
  return { hash, code, issuedMs: now.getTime() }
}

type LinkOwner = { userId: number; browser: Buffer; now: Date }

const liveLinks = (db: Trx, { userId, browser, now }: LinkOwner) =>
  db
    .selectFrom('login_link')
    .select('id')
    .where('user_id', '=', userId)
    .where('browser_sha256', '=', browser)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')

type SignInMail = {
  email: string
  link: string
  code: string
  minutes: number
  /** The company in the subject and the signature. */
  seller: string
  language: LanguageCode
}

/** The sign-in mail, as text and HTML. External input appears in it as literal text. */
export function signInMail({ email, link, code, minutes, seller, language }: SignInMail): Omit<MailMessage, 'to'> {
  const t = createTranslate(language)
  return renderEmail({
    language,
    subject: t('accounts.login.subject', { code, seller }),
    parts: [
      t('accounts.login.greeting'),
      { intro: t('accounts.login.intro', { email }), label: t('accounts.login.button'), link },
      { intro: t('accounts.login.codeIntro'), code },
      t('accounts.login.validity', { validFor: t('platform.minutes', { count: minutes }) }),
      t('accounts.login.notYou'),
      seller,
    ],
  })
}
