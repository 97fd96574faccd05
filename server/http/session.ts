import type { LanguageCode } from '#contract/values.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import { randomToken, sha256 } from '../secrets.ts'
import { isSecure } from './address.ts'

const SESSION_DAYS = 180
const SLIDE_AFTER_MS = 60 * 60_000
const REMEMBER_MS = 1000
const MOST_REMEMBERED = 10_000
const TOKEN = /^[\w-]{43}$/
const DAY_MS = 86_400_000

/** Who calls, as the session's row and its user's row tell. */
export type SignedIn = {
  tokenHash: Buffer
  userId: number
  email: string
  isAdmin: boolean
  isVerified: boolean
  languageCode: LanguageCode
  activeStoreId: number | null
  lastSeenAt: Date
}

/** `__Host-` binds a cookie to this very host, which browsers only grant over https. */
export const cookieName = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[cookieName(name, isSecure(request))]

export function writeCookie(reply: FastifyReply, name: string, cookie: { value: string; maxAgeSeconds: number }): void {
  const secure = isSecure(reply.request)
  reply.setCookie(cookieName(name, secure), cookie.value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: cookie.maxAgeSeconds,
  })
}

export const SESSION_COOKIE = 'puoti-session'

/** From now on, for 180 days. The token itself is never stored. */
const freshSession = (context: Context, token: string) => ({
  token_sha256: sha256(token),
  last_seen_at: context.now(),
  expires_at: new Date(context.now().getTime() + SESSION_DAYS * DAY_MS),
})

/** Starts a session and gives its token to the browser. */
export async function startSession(context: Context, userId: number, reply: FastifyReply): Promise<string> {
  const token = randomToken()
  await context.db
    .insertInto('session')
    .values({ user_id: userId, ...freshSession(context, token) })
    .execute()
  giveSession(reply, token)
  return token
}

/** Hands the browser its session. */
export const giveSession = (reply: FastifyReply, token: string): void =>
  writeCookie(reply, SESSION_COOKIE, { value: token, maxAgeSeconds: SESSION_DAYS * 86_400 })

/**
 * A session that may do more from now on gets a new token, and the old one dies. Give it to the browser once it is
 * committed. Undefined when the session has ended meanwhile.
 */
export async function rotateSession(context: Context, tokenHash: Buffer): Promise<string | undefined> {
  const token = randomToken()
  const rotated = await context.db
    .updateTable('session')
    .set(freshSession(context, token))
    .where('token_sha256', '=', tokenHash)
    .executeTakeFirst()
  return rotated.numUpdatedRows === 1n ? token : undefined
}

/** Ends the browser's session, if it has one. */
export async function endSession(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = readCookie(request, SESSION_COOKIE)
  if (token) await context.db.deleteFrom('session').where('token_sha256', '=', sha256(token)).execute()
  writeCookie(reply, SESSION_COOKIE, { value: '', maxAgeSeconds: 0 })
}

/** Ends every session of a user at once: a blocked user's next call is refused. */
export const endSessionsOf = (db: Kysely<Database>, userId: number) =>
  db.deleteFrom('session').where('user_id', '=', userId).execute()

async function readSession(context: Context, tokenHash: Buffer): Promise<SignedIn | undefined> {
  const row = await context.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['session.user_id', 'session.last_seen_at', 'app_user.email', 'app_user.is_admin'])
    .select(['app_user.is_verified', 'app_user.active_store_id', 'language.code'])
    .where('session.token_sha256', '=', tokenHash)
    .where('session.expires_at', '>', context.now())
    .where('app_user.blocked_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      tokenHash,
      userId: row.user_id,
      email: row.email,
      isAdmin: row.is_admin,
      isVerified: row.is_verified,
      languageCode: row.code,
      activeStoreId: row.active_store_id,
      lastSeenAt: row.last_seen_at,
    }
  )
}

/** Keeps a session alive: its 180 days begin anew, at most once an hour. */
async function slide(context: Context, session: SignedIn): Promise<void> {
  const now = context.now()
  if (now.getTime() - session.lastSeenAt.getTime() < SLIDE_AFTER_MS) return
  session.lastSeenAt = now
  await context.db
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: sql`${now}::timestamptz + make_interval(days => ${SESSION_DAYS})` })
    .where('token_sha256', '=', session.tokenHash)
    .execute()
}

/** What a server remembers of a session: as its row was at `at`, or that it changed at `at`. */
type Remembered = { at: number; session?: SignedIn | undefined; changed?: true }

/**
 * Finds sessions by token. A remembered answer is at most a second old, and is given only to who asks for it;
 * `forget` says that a call has changed the user, so that the next call sees it.
 */
export function sessionFinder(context: Context) {
  const remembered = new Map<string, Remembered>()
  const remember = (token: string, entry: Remembered) => {
    // A row that was read before the change is not kept after it.
    if (entry.at < (remembered.get(token)?.at ?? 0)) return
    if (remembered.size > MOST_REMEMBERED) remembered.clear()
    remembered.set(token, entry)
  }
  async function read(token: string): Promise<SignedIn | undefined> {
    const at = performance.now()
    const session = await readSession(context, sha256(token))
    remember(token, { at, session })
    if (session) await slide(context, session)
    return session
  }
  function recall(token: string): { session: SignedIn | undefined } | undefined {
    const known = remembered.get(token)
    if (!known || known.changed || performance.now() - known.at >= REMEMBER_MS) return undefined
    return { session: known.session }
  }
  function find(token: string, options: { recent: boolean }) {
    const known = options.recent ? recall(token) : undefined
    if (known) return known.session
    // What we never made is not looked for, and takes no memory.
    return TOKEN.test(token) ? read(token) : undefined
  }
  return {
    find,
    /** What is remembered, if anything is. */
    recall,
    forget: (token: string) => remember(token, { at: performance.now(), changed: true }),
  }
}
