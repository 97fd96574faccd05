import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { csrfToken, visitorMark } from '#server/platform/http/csrf.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { dropSessionCookie, readCookie, SESSION_COOKIE, type SignedIn } from '#server/platform/http/session.ts'
import { showUser } from '#server/modules/accounts/profile/queries.ts'

type Knock = { user: SignedIn | undefined; request: FastifyRequest; reply: FastifyReply }

/** Returns the caller and the CSRF token for further calls. A refusal contains a token too: the login form needs one. */
export async function findCaller(context: Context, { user, request, reply }: Knock) {
  const token = readCookie(request, SESSION_COOKIE)
  if (user && token) {
    return { csrf_token: csrfToken(context.secrets, token), user: await showUser(context, user.userId) }
  }
  // A cookie without its session would still determine which CSRF token is valid. There is no row to delete: any client can send
  // a cookie.
  if (token !== undefined) dropSessionCookie(reply)
  return refuse('session.required', { csrf_token: csrfToken(context.secrets, visitorMark(request, reply)) })
}
