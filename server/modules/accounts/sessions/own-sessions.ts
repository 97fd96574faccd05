import type { SessionList } from '#contract/accounts/sessions.ts'
import { isSignInDue } from '#server/modules/accounts/passkeys/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type SignedIn, endUserSessions } from '#server/platform/http/session.ts'

/** The user's sessions: this browser's first, then the most recently used. */
export async function listSessions(context: Context, user: SignedIn): Promise<SessionList> {
  const rows = await context.db
    .selectFrom('session')
    .select(['token_sha256', 'browser', 'system', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user.userId)
    .where('expires_at', '>', context.now())
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const sessions = rows.map(({ token_sha256, created_at, last_seen_at, ...device }) => ({
    id: sessionHandle(context, token_sha256),
    ...device,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    is_current: token_sha256.equals(user.tokenHash),
  }))
  return {
    sessions: sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
    sign_in_required: isSignInDue(context, user),
  }
}

/** A session's id for its owner: derived from the token's hash, and never that hash itself. */
const sessionHandle = ({ secrets }: Pick<Context, 'secrets'>, tokenHash: Buffer): string =>
  secrets.hmac('session handle', tokenHash.toString('hex')).toString('base64url')

/**
 * Requires a recent sign-in of a user without a passkey, so that the finder of an unattended browser can't end the user's other
 * sessions. With a passkey, the contract requires a confirmation.
 */
const refusedUntilSignIn = (context: Context, user: SignedIn) =>
  isSignInDue(context, user) ? refuse('session.signInAgain') : undefined

/** Ends one of the caller's own sessions; the next call of its browser is refused, by every server. */
export async function endOne(context: Context, user: SignedIn, id: string) {
  const stale = refusedUntilSignIn(context, user)
  if (stale) return stale
  const { userId } = user
  const sessions = context.db.selectFrom('session').select('token_sha256').where('user_id', '=', userId)
  const ended = (await sessions.execute()).find(({ token_sha256 }) => sessionHandle(context, token_sha256) === id)
  if (!ended) return refuse('notFound')
  const deleted = context.db.deleteFrom('session').where('token_sha256', '=', ended.token_sha256)
  // The session's token was rotated meanwhile, so that its id is a new one.
  if ((await deleted.executeTakeFirst()).numDeletedRows === 0n) return refuse('notFound')
  context.log.info({ userId }, 'a user ended one of their sessions')
  return {}
}

/** Ends all of the caller's sessions except this one. */
export async function endOthers(context: Context, user: SignedIn) {
  const stale = refusedUntilSignIn(context, user)
  if (stale) return stale
  const { userId } = user
  const { numDeletedRows } = await endUserSessions(context.db, userId, { but: user.tokenHash })
  context.log.info({ userId, ended: Number(numDeletedRows) }, 'a user ended their other sessions')
  return { ended: Number(numDeletedRows) }
}
