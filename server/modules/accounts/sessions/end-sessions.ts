import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { endSessionsOf, type SignedIn } from '#server/platform/http/session.ts'
import { whatIsDue } from '#server/modules/accounts/passkeys/refused-unless-fresh.ts'
import { handleOf } from './handle.ts'

/** Requires a recent sign-in or confirmation, so that the finder of an unattended browser can't end the user's other sessions. */
function refusedUnlessFresh(context: Context, user: SignedIn) {
  const due = whatIsDue(context, user)
  return due && refuse(due === 'passkey' ? 'session.passkeyRequired' : 'session.signInAgain')
}

/** Ends one of the caller's own sessions; the next call of its browser is refused, by every server. */
export async function endOne(context: Context, user: SignedIn, id: string) {
  const stale = refusedUnlessFresh(context, user)
  if (stale) return stale
  const { userId } = user
  const own = context.db.selectFrom('session').select('token_sha256').where('user_id', '=', userId)
  const ended = (await own.execute()).find(({ token_sha256 }) => handleOf(context, token_sha256) === id)
  if (!ended) return refuse('notFound')
  const deleted = context.db.deleteFrom('session').where('token_sha256', '=', ended.token_sha256)
  // The session's token was rotated meanwhile, so that its id is a new one.
  if ((await deleted.executeTakeFirst()).numDeletedRows === 0n) return refuse('notFound')
  context.log.info({ userId }, 'a user ended one of their sessions')
  return {}
}

/** Ends all of the caller's sessions except this one. */
export async function endOthers(context: Context, user: SignedIn) {
  const stale = refusedUnlessFresh(context, user)
  if (stale) return stale
  const { userId } = user
  const { numDeletedRows } = await endSessionsOf(context.db, userId, { but: user.tokenHash })
  context.log.info({ userId, ended: Number(numDeletedRows) }, 'a user ended their other sessions')
  return { ended: Number(numDeletedRows) }
}
