import type { FastifyReply, FastifyRequest } from 'fastify'
import type { contract } from '#contract/index.ts'
import { getUser } from '#server/modules/accounts/profile/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/connection/address.ts'
import { csrfToken, visitorMark } from '#server/platform/http/csrf.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import {
  dropSessionCookie,
  endSession,
  lostSession,
  readCookie,
  SESSION_COOKIE,
  type SignedIn,
} from '#server/platform/http/session.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { requestLink } from './request-link.ts'
import { endLinks, signInByCode } from './sign-in-by-code.ts'
import { type Browser, knownBrowser, lockUserById, startSignedIn } from './start-signed-in.ts'

export const signInRoutes = (context: Context): Handlers<typeof contract.signIn> => ({
  authenticate: call => findCaller(context, call),

  async requestLink({ body: { email }, language, request, reply }) {
    const network = clientNetwork(request.ip)
    const limited = await refusedByRate(context, reply, [
      [RATE_LIMITS.loginPerAddress, clientAddress(request.ip)],
      [RATE_LIMITS.loginPerNetwork, network],
    ])
    if (limited) return limited
    const known = knownBrowser(context.secrets, request, email)
    const mark = visitorMark(request, reply)
    await requestLink(context, { email, language, mark, known, network, origin: context.origin() })
    return {}
  },

  async useLink({ params, request, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.linkPerAddress, clientAddress(request.ip)]])
    return limited ?? signInByLink(context, { ...params, mark: visitorMark(request, reply) }, { request, reply })
  },

  async useCode({ body, request, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.codePerAddress, clientAddress(request.ip)]])
    return limited ?? signInByCode(context, { ...body, mark: visitorMark(request, reply) }, { request, reply })
  },

  async logout({ request, reply }) {
    await endSession(context, request, reply)
    return {}
  },
})

type Knock = { user: SignedIn | undefined; request: FastifyRequest; reply: FastifyReply }

/** Returns the caller and the CSRF token for further calls. A refusal contains a token too: the login form needs one. */
async function findCaller(context: Context, { user, request, reply }: Knock) {
  const token = readCookie(request, SESSION_COOKIE)
  if (user && token) {
    return { csrf_token: csrfToken(context.secrets, token), user: await getUser(context, user.userId) }
  }
  const lost = await lostSession(context, request)
  // Other calls of this browser are to learn it too: the cookie stays until the logout.
  if (token !== undefined && lost.refused === 'session.disabled')
    return refuse('session.disabled', { csrf_token: csrfToken(context.secrets, token) })
  // A cookie without its session would still determine which CSRF token is valid. There is no row to delete: any client can send
  // a cookie.
  if (token !== undefined) dropSessionCookie(reply)
  return refuse('session.required', { csrf_token: csrfToken(context.secrets, visitorMark(request, reply)) })
}

const MAX_ID = 2_147_483_647

/** The three parts of the link's path, not validated. */
type LinkPath = { userId: string; timestamp: string; hash: string }

/**
 * Signs in by a mailed link: once, before it expires, and only if all three parts match. `mark`: the visitor mark of the browser
 * that opened it. Takes no lock until such a link is found: the work doesn't reveal whether an account exists.
 */
async function signInByLink(context: Context, { mark, ...path }: LinkPath & { mark: string }, browser: Browser) {
  const link = readLink(path)
  if (!link || !(await openLink(context, link).executeTakeFirst())) return refuse('login.invalidLink')
  return inTransaction(context.db, async db => {
    const user = await lockUserById(db, link.userId)
    // Another call may have used the link while this one waited for the row lock.
    const open = await openLink({ ...context, db }, link).executeTakeFirst()
    if (!user || !open) return refuse('login.invalidLink')
    await db.deleteFrom('login_link').where('id', '=', open.id).execute()
    await endLinks(db, user.id, [sha256(mark), ...(open.browser_sha256 ? [open.browser_sha256] : [])])
    return startSignedIn({ ...context, db }, user, browser)
  })
}

const openLink = ({ db, now }: Context, link: { userId: number; issuedMs: number; sha256: Buffer }) =>
  db
    .selectFrom('login_link')
    .select(['id', 'browser_sha256'])
    .where('link_sha256', '=', link.sha256)
    .where('user_id', '=', link.userId)
    .where('issued_ms', '=', link.issuedMs)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())

function readLink({ userId, timestamp, hash }: LinkPath) {
  const isWellFormed = /^[1-9]\d{0,9}$/.test(userId) && /^\d{1,15}$/.test(timestamp) && /^[\w-]{43}$/.test(hash)
  if (!isWellFormed || Number(userId) > MAX_ID) return undefined
  return { userId: Number(userId), issuedMs: Number(timestamp), sha256: sha256(hash) }
}
