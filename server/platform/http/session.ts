import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Endpoint, isForOffice, isOfficeAccess } from '#contract/endpoint.ts'
import type { LanguageCode } from '#contract/values.ts'
import { deviceNames } from '#domain/accounts/device-names.ts'
import { confirmationDue, type PasskeyState, SIGN_IN_FRESH_FOR_MS } from '#domain/accounts/passkey-state.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { endPresences } from '#server/platform/rights/change-rights.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { isSecure } from './connection/address.ts'
import { refuse, type Refusal } from './refusal.ts'

/** Each use of a session extends it by this time. */
export const SESSION_DAYS = 180
/** A session ends after this time even while it is in use. */
export const SESSION_MOST_DAYS = 365
/** An account's sessions beyond these end, the least recently used first. */
const MAX_SESSIONS = 20

/** The caller, from the session's row and its user's row. */
export type SignedIn = {
  tokenHash: Buffer
  userId: number
  email: string
  isAdmin: boolean
  /** Rights in stores. */
  rights: readonly GrantedRight[]
  isVerified: boolean
  languageCode: LanguageCode
  activeStoreId: number | null
  lastSeenAt: Date
  signedInAt: Date
  /** The state of the session of a user with a right regarding passkeys, and when one last confirmed it. */
  passkey: PasskeyState
  passkeyConfirmedAt: Date | null
}

/** `__Host-` binds a cookie to exactly this host, which browsers only accept over https. */
export const prefixedCookieName = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[prefixedCookieName(name, isSecure(request))]

export function writeCookie(reply: FastifyReply, name: string, cookie: { value: string; maxAgeSeconds: number }): void {
  const secure = isSecure(reply.request)
  reply.setCookie(prefixedCookieName(name, secure), cookie.value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: cookie.maxAgeSeconds,
  })
}

export const SESSION_COOKIE = 'puoti-session'

/** From now on, for SESSION_DAYS. The token itself is never stored. */
const freshSession = (context: Context, token: string) => ({
  token_sha256: sha256(token),
  last_seen_at: context.now(),
  expires_at: new Date(context.now().getTime() + SESSION_DAYS * DAY_MS),
})

/** The expiry of a session that is used now, computed for each row. */
export const livesUntil = (now: Date) =>
  sql<Date>`least(${now}::timestamptz + make_interval(days => ${SESSION_DAYS}),
    session.created_at + make_interval(days => ${SESSION_MOST_DAYS}))`

/** Starts a session, ends those beyond the account's limit, and sends the token to the browser. */
export async function startSession(context: Context, userId: number, reply: FastifyReply): Promise<string> {
  const token = randomToken()
  const device = deviceNames(reply.request.headers['user-agent'] ?? '')
  await context.db
    .insertInto('session')
    .values({ user_id: userId, created_at: context.now(), ...device, ...freshSession(context, token) })
    .execute()
  const newest = context.db
    .selectFrom('session')
    .select('token_sha256')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS)
  await context.db.deleteFrom('session').where('user_id', '=', userId).where('token_sha256', 'not in', newest).execute()
  setSessionCookie(reply, token)
  return token
}

/** Sets the session cookie, for as long as the session may be extended: only the row defines when it ends. */
export const setSessionCookie = (reply: FastifyReply, token: string): void =>
  writeCookie(reply, SESSION_COOKIE, { value: token, maxAgeSeconds: SESSION_MOST_DAYS * 86_400 })

/**
 * A session that may do more from now on gets a new token, and the old one becomes invalid. Send it to the browser once it is
 * committed. Undefined when the session has ended meanwhile.
 */
export async function rotateSession(
  context: Context,
  tokenHash: Buffer,
  raised: { passkey_confirmed_at?: Date } = {},
): Promise<string | undefined> {
  const token = randomToken()
  const rotated = await context.db
    .updateTable('session')
    .set({ ...freshSession(context, token), expires_at: livesUntil(context.now()), ...raised })
    .where('token_sha256', '=', tokenHash)
    .executeTakeFirst()
  return rotated.numUpdatedRows === 1n ? token : undefined
}

/** Ends the browser's session, if it has one. */
export async function endSession(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = readCookie(request, SESSION_COOKIE)
  if (token) {
    await context.db.deleteFrom('session').where('token_sha256', '=', sha256(token)).execute()
    await context.db.deleteFrom('disabled_session').where('token_sha256', '=', sha256(token)).execute()
  }
  dropSessionCookie(reply)
}

export const dropSessionCookie = (reply: FastifyReply): void =>
  writeCookie(reply, SESSION_COOKIE, { value: '', maxAgeSeconds: 0 })

/** Ends every session of a user at once, except `but`: the next call of the others is refused. */
export function endUserSessions(db: Db, userId: number, { but }: { but?: Buffer } = {}) {
  const sessions = db.deleteFrom('session').where('user_id', '=', userId)
  return (but ? sessions.where('token_sha256', '!=', but) : sessions).executeTakeFirst()
}

/** Ends the sessions of a user who was disabled at `at`; their browsers are shown why. */
export async function endDisabledSessions(db: Db, userId: number, at: Date): Promise<void> {
  await endPresences(db, userId)
  await db
    .with('ended', trx =>
      trx.deleteFrom('session').where('user_id', '=', userId).returning(['token_sha256', 'user_id']),
    )
    .insertInto('disabled_session')
    .columns(['token_sha256', 'user_id', 'ended_at'])
    .expression(({ selectFrom }) =>
      selectFrom('ended').select(['token_sha256', 'user_id', sql<Date>`${at}::timestamptz`.as('ended_at')]),
    )
    .execute()
}

/**
 * Why a browser’s session token is refused. Only the browser of a disabled user has a token whose hash is among these: others
 * learn nothing about the account.
 */
export async function lostSession(
  context: Context,
  request: FastifyRequest,
): Promise<Refusal<'session.required' | 'session.disabled'>> {
  const token = readCookie(request, SESSION_COOKIE)
  if (token === undefined) return refuse('session.required')
  const disabled = await context.db
    .selectFrom('disabled_session')
    .select('user_id')
    .where('token_sha256', '=', sha256(token))
    .executeTakeFirst()
  return refuse(disabled ? 'session.disabled' : 'session.required')
}

/** Why a caller may not use an endpoint now; undefined if they may. */
export function refusedByAccess(
  declared: Pick<Endpoint, 'access' | 'beforePasskey' | 'needsFreshPasskey' | 'errors'>,
  { user, now }: { user: SignedIn | undefined; now: Date },
): Refusal | undefined {
  if (declared.access === 'anyone') return undefined
  if (!user) return refuse('session.required')
  const refused = refusedByRight(declared, user)
  if (refused) return refused
  const stale = declared.needsFreshPasskey === true ? refusedUnlessFresh(user, now) : undefined
  const isSignInChecked = isForOffice(declared) && !declared.errors.includes('passkey.signInAgain')
  // Users' own sessions, accounts and passkeys have rules of their own for a sign-in.
  return stale?.refused === 'session.signInAgain' && !isSignInChecked ? undefined : stale
}

function refusedByRight(
  { access, beforePasskey }: Pick<Endpoint, 'access' | 'beforePasskey'>,
  user: SignedIn,
): Refusal | undefined {
  if (access === 'signedIn') return undefined
  if (!user.isVerified) return refuse('session.unverified')
  if (!isOfficeAccess(access)) return undefined
  if (StoreScope.ofPerson(user, access).isEmpty) return refuse('session.adminRequired')
  return beforePasskey ? undefined : refusedByPasskey(user)
}

/**
 * Whether a user may now do what only admins may: with the right, and confirmed by a passkey where one exists or is required.
 * `isAdmin` is not enough (test/asvs/admin-flag.ts).
 */
export const actsAsAdmin = (user: Pick<SignedIn, 'isAdmin' | 'passkey'>): boolean =>
  user.isAdmin && refusedByPasskey(user) === undefined

/**
 * Why a caller is refused until they have confirmed their passkey again: the last time is over ten minutes ago. A caller without a
 * passkey must have signed in within the last hour.
 */
export function refusedUnlessFresh(
  {
    passkey,
    passkeyConfirmedAt: confirmedAt,
    signedInAt,
  }: Pick<SignedIn, 'passkey' | 'passkeyConfirmedAt' | 'signedInAt'>,
  now: Date,
) {
  const due = confirmationDue({ passkey, confirmedAt, signedInAt, now, signInFreshForMs: SIGN_IN_FRESH_FOR_MS })
  if (due === 'passkey') return refuse('session.passkeyRequired')
  return due === 'signIn' ? refuse('session.signInAgain') : undefined
}

/** Why a user with a right is refused until a passkey is added or used; undefined if they are not. */
export function refusedByPasskey({ passkey }: Pick<SignedIn, 'passkey'>) {
  if (passkey === 'due') return refuse('session.passkeyRequired')
  return passkey === 'missing' ? refuse('session.passkeyMissing') : undefined
}
