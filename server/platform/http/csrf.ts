import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { verifyHmac, randomToken } from '#server/platform/secrets/secrets.ts'
import { publicOrigin } from './connection/address.ts'
import { readCookie, SESSION_COOKIE, writeCookie } from './session.ts'

/** Marks a browser before sign-in; the login form's token and the emailed code are bound to it. */
export const VISITOR_COOKIE = 'puoti-visitor'
const VISITOR_DAYS = 30
const TOKEN_PURPOSE = 'csrf'

/** The browser's visitor mark, created now if it has none. */
export function visitorMark(request: FastifyRequest, reply: FastifyReply): string {
  const visitor = readCookie(request, VISITOR_COOKIE)
  if (visitor) return visitor
  const mark = randomToken()
  writeCookie(reply, VISITOR_COOKIE, { value: mark, maxAgeSeconds: VISITOR_DAYS * 86_400 })
  return mark
}

/** The token of a session, or of a visitor: can't be made without the server's key. */
export const csrfToken = (secrets: Secrets, sessionOrMark: string): string =>
  secrets.hmac(TOKEN_PURPOSE, sessionOrMark).toString('base64url')

/** True unless the request's headers show that another site sent it. */
export function isFromHere(request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin !== undefined) return origin === publicOrigin(request)
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** As browsers report it, also for links; a sister name is another site. Bookmarks, typed addresses and programs have no site. */
export const isFromAnotherSite = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

/** The browser, or a proxy's rule for it, guesses that a person will follow a link; once they do, it asks again. */
export const isFetchedAhead = ({ headers }: FastifyRequest): boolean =>
  String(headers['sec-purpose'] ?? '').startsWith('prefetch')

export function hasCsrfToken(request: FastifyRequest, secrets: Secrets): boolean {
  const token = request.headers['x-csrf-token']
  const owner = readCookie(request, SESSION_COOKIE) ?? readCookie(request, VISITOR_COOKIE)
  if (typeof token !== 'string' || owner === undefined) return false
  return verifyHmac(secrets, TOKEN_PURPOSE, { text: owner, hash: Buffer.from(token, 'base64url') })
}
