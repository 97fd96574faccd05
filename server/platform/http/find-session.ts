import { sql } from 'kysely'
import { passkeyState } from '#domain/accounts/passkey-state.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { hasAnyRight, rightsOfUser } from '#server/platform/rights/rights-of-user.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { RecentMap } from './refused-keys.ts'
import { livesUntil, type SignedIn } from './session.ts'

const SLIDE_AFTER_MS = HOUR_MS
const REMEMBER_MS = 1000
const MAX_REMEMBERED = 10_000
const TOKEN_PATTERN = /^[\w-]{43}$/

/**
 * The session of a token, if valid at `now`, with what calls need of its user. Every call runs this query. `now` is in ISO
 * 8601: the driver formats a Date in local time, which takes longer than the rest of the statement.
 */
const livingSession = compiledOnce((db, { tokenHash, now }: { tokenHash: Buffer; now: string }) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['session.user_id', 'session.last_seen_at', 'app_user.email', 'app_user.is_admin'])
    .select(rightsOfUser.as('rights'))
    .select(['app_user.is_verified', 'app_user.active_store_id', 'language.code'])
    .select(['session.created_at', 'session.passkey_confirmed_at'])
    // Looked up only for people with a right: shoppers have no passkeys, and make most calls.
    .select(
      sql<boolean>`(app_user.is_admin OR ${hasAnyRight}) AND EXISTS (SELECT FROM passkey WHERE passkey.user_id = app_user.id)`.as(
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
      ...getPasskeyState(context, row),
      tokenHash,
      signedInAt: row.created_at,
      userId: row.user_id,
      email: row.email,
      isAdmin: row.is_admin,
      rights: row.rights ?? [],
      isVerified: row.is_verified,
      languageCode: row.code,
      activeStoreId: row.active_store_id,
      lastSeenAt: row.last_seen_at,
    }
  )
}

type PasskeyFacts = {
  is_admin: boolean
  rights: readonly GrantedRight[] | null
  has_passkey: boolean
  passkey_confirmed_at: Date | null
}

const getPasskeyState = (
  { config, now }: Context,
  { is_admin, rights, has_passkey, passkey_confirmed_at }: PasskeyFacts,
) => ({
  passkeyConfirmedAt: passkey_confirmed_at,
  passkey: passkeyState({
    hasRight: is_admin || rights !== null,
    hasPasskey: has_passkey,
    isRequired: config.passkeysRequired,
    confirmedAt: passkey_confirmed_at,
    now: now(),
  }),
})

/** Extends a session: its 180 days start again, at most once an hour and within its year. */
async function extendSession(context: Context, session: SignedIn): Promise<void> {
  const now = context.now()
  if (now.getTime() - session.lastSeenAt.getTime() < SLIDE_AFTER_MS) return
  session.lastSeenAt = now
  await context.db
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: livesUntil(now) })
    .where('token_sha256', '=', session.tokenHash)
    .execute()
}

/** A session as its row was at `at`. */
type RememberedSession = { at: number; session: SignedIn }

/** Reads in progress, by token: `hasChanged` is whether a call has changed the user since the read began. */
function readsUnderWay() {
  const reads = new Map<string, { count: number; hasChanged: boolean }>()
  return {
    async during<T>(token: string, read: (hasChanged: () => boolean) => Promise<T>): Promise<T> {
      const pending = reads.get(token) ?? { count: 0, hasChanged: false }
      reads.set(token, pending)
      pending.count++
      try {
        return await read(() => pending.hasChanged)
      } finally {
        if (--pending.count === 0 && reads.get(token) === pending) reads.delete(token)
      }
    },
    /** Reads that begin after this see the change. */
    noteChange(token: string): void {
      const pending = reads.get(token)
      if (pending) pending.hasChanged = true
      reads.delete(token)
    },
  }
}

/**
 * Finds sessions by token. A remembered session is at most a second old, and is only returned to callers that accept one;
 * `forget` marks that a call has changed the user, so that the next call sees it. Only sessions that were found are remembered:
 * strangers can send any text as a cookie.
 */
export function sessionFinder(context: Context, { max = MAX_REMEMBERED } = {}) {
  const remembered = new RecentMap<string, RememberedSession>(max)
  const underWay = readsUnderWay()
  const read = (token: string): Promise<SignedIn | undefined> =>
    underWay.during(token, async hasChanged => {
      const at = performance.now()
      const session = await readSession(context, sha256(token))
      if (session === undefined) remembered.delete(token)
      // A row that was read before the change is not remembered after it.
      else if (!hasChanged() && at >= (remembered.get(token)?.at ?? 0)) remembered.set(token, { at, session })
      if (session) await extendSession(context, session)
      return session
    })
  function recall(token: string): { session: SignedIn } | undefined {
    const cached = remembered.get(token)
    return cached && performance.now() - cached.at < REMEMBER_MS ? cached : undefined
  }
  return {
    find(token: string, options: { recent: boolean }) {
      const cached = options.recent ? recall(token) : undefined
      if (cached) return cached.session
      // A text that can't be a token is not looked up.
      return TOKEN_PATTERN.test(token) ? read(token) : undefined
    },
    /** The remembered session, if there is one. */
    recall,
    forget(token: string): void {
      remembered.delete(token)
      underWay.noteChange(token)
    },
    /** How many sessions are remembered, and whether this one is, however old. */
    size: () => remembered.size,
    remembers: (token: string) => remembered.has(token),
  }
}
