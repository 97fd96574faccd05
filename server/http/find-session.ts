import { passkeyStanding } from '#domain/passkey-standing.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { compiledOnce } from '../db/compiled.ts'
import { sha256 } from '../secrets.ts'
import { livesUntil, type SignedIn } from './session.ts'

const SLIDE_AFTER_MS = 60 * 60_000
const REMEMBER_MS = 1000
const MOST_REMEMBERED = 10_000
const TOKEN = /^[\w-]{43}$/

/**
 * The session of a token that lives at a moment, with what calls need to know of its user. Every call asks it; `now` in ISO 8601,
 * since the driver writes a Date by the local calendar, which takes it longer than the rest of the statement.
 */
const livingSession = compiledOnce((db, { tokenHash, now }: { tokenHash: Buffer; now: string }) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['session.user_id', 'session.last_seen_at', 'app_user.email', 'app_user.is_admin'])
    .select(['app_user.is_verified', 'app_user.active_store_id', 'language.code'])
    .select(['session.created_at', 'session.passkey_confirmed_at'])
    // Shoppers have none, and call most.
    .select(
      sql<boolean>`app_user.is_admin AND EXISTS (SELECT FROM passkey WHERE passkey.user_id = app_user.id)`.as(
        'has_passkey',
      ),
    )
    .where('session.token_sha256', '=', tokenHash)
    .where('session.expires_at', '>', sql<Date>`${now}::timestamptz`)
    .where('app_user.blocked_at', 'is', null),
)

async function readSession(context: Context, tokenHash: Buffer): Promise<SignedIn | undefined> {
  const [row] = await livingSession(context.db, { tokenHash, now: context.now().toISOString() })
  return (
    row && {
      ...passkeyOf(context, row),
      tokenHash,
      signedInAt: row.created_at,
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

type PasskeyFacts = { is_admin: boolean; has_passkey: boolean; passkey_confirmed_at: Date | null }

const passkeyOf = ({ config, now }: Context, { is_admin, has_passkey, passkey_confirmed_at }: PasskeyFacts) => ({
  passkeyConfirmedAt: passkey_confirmed_at,
  passkey: passkeyStanding({
    isAdmin: is_admin,
    hasPasskey: has_passkey,
    isRequired: config.passkeysRequired,
    confirmedAt: passkey_confirmed_at,
    now: now(),
  }),
})

/** Keeps a session alive: its 180 days begin anew, at most once an hour and within its year. */
async function slide(context: Context, session: SignedIn): Promise<void> {
  const now = context.now()
  if (now.getTime() - session.lastSeenAt.getTime() < SLIDE_AFTER_MS) return
  session.lastSeenAt = now
  await context.db
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: livesUntil(now) })
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
