import type { FastifyReply, FastifyRequest } from 'fastify'
import { notifyAdmins } from '#server/modules/accounts/access-changes/notify-admins.ts'
import { isAdministered, wasTaken } from '#server/modules/accounts/access-changes/reapply-revocations.ts'
import { getUser } from '#server/modules/accounts/profile/queries.ts'
import { attachDevices, detachDevices } from '#server/modules/messaging/push-devices/subscriptions.ts'
import { noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { csrfToken, visitorMark } from '#server/platform/http/csrf.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import {
  endSession,
  endUserSessions,
  readCookie,
  SESSION_COOKIE,
  startSession,
  writeCookie,
  type SignedIn,
  lostSession,
  dropSessionCookie,
} from '#server/platform/http/session.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { verifyHmac, randomToken, type Secrets } from '#server/platform/secrets/secrets.ts'

/** The browser that signs in. */
export type BrowserCall = { request: FastifyRequest; reply: FastifyReply }

/** A user whose row is locked. */
type LockedUser = { id: number; email: string; blocked_at: Date | null; is_admin: boolean }

type InTransaction = Context & { db: Trx }

/** Locks the user's row, so that links and codes of one user are used one at a time. */
export const lockUserById = (db: Trx, id: number) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'blocked_at', 'is_admin'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * The last step of every sign-in: replaces the browser's old session with a new one and marks the browser as known. The context's
 * db is the transaction. A disabled user is refused and loses all sessions.
 */
export async function startSignedIn(context: InTransaction, user: LockedUser, { request, reply }: BrowserCall) {
  if (user.blocked_at !== null) {
    await endUserSessions(context.db, user.id)
    return refuse('login.disabled')
  }
  request.callerId = user.id
  // A user who was warned that their number has an account, and still signs in with the new one, may try another number.
  const signedIn = { last_login_at: context.now(), phone_unique_warning: false }
  await context.db.updateTable('app_user').set(signedIn).where('id', '=', user.id).execute()
  const former = readCookie(request, SESSION_COOKIE)
  const devices = await detachDevices(context.db, { token: former, userId: user.id })
  await grantConfiguredAdmin(context, user)
  await endSession(context, request, reply)
  const token = await startSession(context, user.id, reply)
  await attachDevices(context.db, token, devices)
  rememberBrowser(context.secrets, { request, reply }, user.email)
  return { csrf_token: csrfToken(context.secrets, token), user: await getUser(context, user.id) }
}

// Strangers who know an address can use up the mails and tries that new browsers have for it. A browser in which its owner has
// signed in before has its own limits. It is recognised by this cookie, which is set only on sign-in.

const COOKIE_NAME = 'puoti-known'
const COOKIE_DAYS = 365
const COOKIE_PURPOSE = 'known browser'
const COOKIE_SHAPE = /^([\w-]{43})\.([\w-]{43})$/
const signedText = (id: string, email: string) => `${id} ${email}`

/** The browser's id if this address has signed in there before; undefined otherwise. */
export function knownBrowser(secrets: Secrets, request: FastifyRequest, email: string): string | undefined {
  const [, id, mac] = COOKIE_SHAPE.exec(readCookie(request, COOKIE_NAME) ?? '') ?? []
  if (id === undefined || mac === undefined) return undefined
  const isOurs = verifyHmac(secrets, COOKIE_PURPOSE, {
    text: signedText(id, email),
    hash: Buffer.from(mac, 'base64url'),
  })
  return isOurs ? id : undefined
}

/** Marks the browser as one in which this address signs in: for a year, and beyond a logout. */
function rememberBrowser(
  secrets: Secrets,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  email: string,
): void {
  const id = knownBrowser(secrets, request, email) ?? randomToken()
  const mac = secrets.hmac(COOKIE_PURPOSE, signedText(id, email)).toString('base64url')
  writeCookie(reply, COOKIE_NAME, { value: `${id}.${mac}`, maxAgeSeconds: COOKIE_DAYS * 86_400 })
}

/**
 * Makes the address of PUOTI_ADMIN_EMAIL an admin when it signs in while no one can use the back office: the first admin of a
 * shop. Not after another admin took the right from the address, whatever happened to the account since: then only `npm run
 * make-admin` grants it.
 */
async function grantConfiguredAdmin(context: InTransaction, user: Omit<LockedUser, 'blocked_at'>): Promise<void> {
  const { db: trx, config, log } = context
  if (user.is_admin || user.email !== config.adminEmail) return
  if (await isAdministered(trx)) return
  if (await wasTaken(context, user)) {
    log.warn(
      { userId: user.id },
      'PUOTI_ADMIN_EMAIL: another admin took the right from this address; see puoti make-admin',
    )
    return
  }
  await grantAdmin(context, user, { reason: 'PUOTI_ADMIN_EMAIL' })
}

/**
 * Makes a user an admin on behalf of the operator of the server and ends the user's sessions: the audit log contains the account
 * itself as the author, and the reason.
 */
export async function grantAdmin(
  context: Pick<Context, 'now' | 'secrets' | 'outbox'> & { db: Trx },
  { id, email }: { id: number; email: string },
  { reason }: { reason: string },
): Promise<void> {
  const { db: trx } = context
  const at = context.now()
  await trx.updateTable('app_user').set({ is_admin: true }).where('id', '=', id).execute()
  // A session that began before its user had the right may be another person's: it must not gain it.
  await endUserSessions(trx, id)
  await noteForAddress(context, { kind: 'admin_granted', userId: id, at })
  const change = { before: { is_admin: false }, after: { is_admin: true } }
  await recordChange(trx, { kind: 'user', id, ...change, author: { userId: id, at, reason } })
  await notifyAdmins(context, { event: 'granted', userId: id, email, author: null, at })
}

type SignInAttempt = { user: SignedIn | undefined; request: FastifyRequest; reply: FastifyReply }

/** Returns the caller and the CSRF token for further calls. A refusal contains a token too: the login form needs one. */
export async function findCaller(context: Context, { user, request, reply }: SignInAttempt) {
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
