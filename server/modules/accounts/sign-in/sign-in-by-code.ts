import { HOUR_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { clientNetwork } from '#server/platform/http/connection/address.ts'
import { consumePoint, usedUp } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS, type RateLimit } from '#server/platform/http/rate-limits.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { verifyHmac, readCode, type Secrets, sha256 } from '#server/platform/secrets/secrets.ts'
import { type BrowserCall, knownBrowser, lockUserById, startSignedIn } from './start-signed-in.ts'

/** After this many wrong codes only the link of the mail signs in. */
const MAX_FAILED_LOGIN_CODES = 5

/**
 * The caller who enters a code. `known`: the id of a browser that the address has signed in with before; `network`: the
 * caller's IPv4 address or IPv6 /48.
 */
type CodeTypist = { email: string; browserMark: string | undefined; network: string }

type CountedLimits = readonly (readonly [limit: RateLimit, key: string])[]

/** The whole shop has one count, so that guesses spread over many accounts add up as well. */
const WHOLE_SHOP = [RATE_LIMITS.failedCodesInShop, ''] as const

/**
 * The limits that a wrong code counts towards. New browsers share the tries of an account, of their network and of the shop,
 * which a stranger may use up: then only links sign in there. A known browser has its own tries, which no stranger can use up.
 */
function codeBudgets({ email, browserMark, network }: CodeTypist): CountedLimits {
  const account = browserMark === undefined ? email : `${email} ${browserMark}`
  const accountBudgets = [
    [RATE_LIMITS.codePerAccount, account],
    [RATE_LIMITS.failedCodesPerAccount, account],
  ] as const
  return browserMark === undefined
    ? [...accountBudgets, [RATE_LIMITS.failedCodesPerNetwork, network], WHOLE_SHOP]
    : accountBudgets
}

/** Whether this caller's codes are refused for now. */
async function hasNoTries(context: Context, typist: CodeTypist): Promise<boolean> {
  const used = await usedUp(context, codeBudgets(typist))
  if (used.some(limit => limit === RATE_LIMITS.failedCodesInShop)) {
    context.log.warn('too many wrong codes in the whole shop: new browsers sign in by link only, for at most a day')
  }
  return used.length > 0
}

/** The shop's own count comes last: its row stays locked until the commit. */
async function countFailedCode(context: Context, typist: CodeTypist): Promise<void> {
  for (const [limit, key] of codeBudgets(typist)) await consumePoint(context, limit, key)
}

/** `mark`: the visitor mark of the browser in which the code was typed. */
type TypedCode = { email: string; code: string; mark: string }

/**
 * Signs in by the code of the newest mail that this browser requested. Most wrong calls end before the transaction, after the
 * same work for every address.
 */
export async function signInByCode(context: Context, typed: TypedCode, browser: BrowserCall) {
  const digits = readCode(typed.code)
  const since = new Date(context.now().getTime() - LINK_TRACE_MS)
  const found = await findNewestLink(context, { ...typed, since })
  if (digits === undefined || !found) return refuse('login.invalidCode')
  return inTransaction(context.db, async db => {
    const user = await lockUserById(db, found.user_id)
    // Another call may have used the link, or counted a try, while this one waited for the row lock.
    const link = await findNewestLink({ ...context, db }, { ...typed, since })
    if (!user || !link || link.failed_code_attempts >= MAX_FAILED_LOGIN_CODES) return refuse('login.invalidCode')
    const { email } = typed
    const browserMark = knownBrowser(context.secrets, browser.request, email)
    const typist = { email, browserMark, network: clientNetwork(browser.request.ip) }
    if (await hasNoTries({ ...context, db }, typist)) return refuse('login.linkOnly')
    const { link_sha256: linkHash, code_hmac } = link
    const isRight = isLoginCode(context.secrets, { linkHash, digits }, code_hmac)
    if (isRight && link.expires_at > context.now()) {
      await endLinks(db, user.id, [sha256(typed.mark)])
      return startSignedIn({ ...context, db }, user, browser)
    }
    await countTry(db, link.id)
    await countFailedCode({ ...context, db }, typist)
    return refuse('login.invalidCode')
  })
}

const countTry = (db: Trx, id: number) =>
  db
    .updateTable('login_link')
    .set(({ eb }) => ({ failed_code_attempts: eb('failed_code_attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()

type LoginCode = { linkHash: Buffer; digits: string }

const CODE_PURPOSE = 'login code'
const signedText = ({ linkHash, digits }: LoginCode) => `${linkHash.toString('hex')} ${digits}`

/** Bound to its link, so that equal codes do not look equal in the database. */
export const loginCodeHash = (secrets: Secrets, code: LoginCode): Buffer => secrets.hmac(CODE_PURPOSE, signedText(code))

const isLoginCode = (secrets: Secrets, code: LoginCode, hash: Buffer): boolean =>
  verifyHmac(secrets, CODE_PURPOSE, { text: signedText(code), hash })

/**
 * How long wrong codes of a browser count after its request, whether its link has expired or its mail still waits: mails to new
 * addresses wait longer, so the validity of a link would reveal whether an account exists. Longer than any mail waits and any link lives.
 */
export const LINK_TRACE_MS = 14 * HOUR_MS

/** `mark`: a browser's visitor mark. */
type BrowserRequest = { email: string; mark: string; since: Date }

/**
 * The newest unused link that this browser has requested since then; undefined when it has none. Starts from the browser's own links and takes no
 * lock: for a browser without links the work is the same whether the address has an account or not.
 */
export const findNewestLink = ({ db }: { db: Db }, { email, mark, since }: BrowserRequest) =>
  db
    .with(
      open => open('open_link').materialized(),
      query =>
        query
          .selectFrom('login_link')
          .select(['id', 'user_id', 'link_sha256', 'code_hmac', 'failed_code_attempts', 'expires_at'])
          .where('browser_sha256', '=', sha256(mark))
          .where('used_at', 'is', null)
          .where('created_at', '>', since),
    )
    .selectFrom('open_link')
    .innerJoin('app_user', 'app_user.id', 'open_link.user_id')
    .select(['open_link.id', 'open_link.user_id', 'open_link.link_sha256', 'open_link.code_hmac'])
    .select(['open_link.failed_code_attempts', 'open_link.expires_at'])
    .where('app_user.email', '=', email)
    .orderBy('open_link.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Deletes the links that these browsers requested: the user has signed in. Links of other browsers stay: the user may be signing
 * in there too.
 */
export const endLinks = (db: Trx, userId: number, browsers: readonly Buffer[]) =>
  db.deleteFrom('login_link').where('user_id', '=', userId).where('browser_sha256', 'in', browsers).execute()
