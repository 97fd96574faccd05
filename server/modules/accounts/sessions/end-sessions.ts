import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { endSessionsOf, type SignedIn } from '#server/platform/http/session.ts'
import { whatIsDue } from '#server/modules/accounts/passkeys/refused-unless-fresh.ts'
import { handleOf } from './handle.ts'

/** Whoever finds a browser left open puts nobody out elsewhere: who ends sessions has just shown who they are. */
function refusedUnlessFresh(context: Context, user: SignedIn) {
  const due = whatIsDue(context, user)
  return due && refuse(due === 'passkey' ? 'session.passkeyRequired' : 'session.signInAgain')
}

/** Ends one's own session; its browser's next call is refused, at any server. */
export async function endOne(context: Context, user: SignedIn, id: string) {
  const stale = refusedUnlessFresh(context, user)
  if (stale) return stale
  const { userId } = user
  const own = context.db.selectFrom('session').select('token_sha256').where('user_id', '=', userId)
  const ended = (await own.execute()).find(({ token_sha256 }) => handleOf(context, token_sha256) === id)
  if (!ended) return refuse('notFound')
  const deleted = context.db.deleteFrom('session').where('token_sha256', '=', ended.token_sha256)
  // It has got a new token since: its browser is told apart anew, and to be ended by its new id.
  if ((await deleted.executeTakeFirst()).numDeletedRows === 0n) return refuse('notFound')
  context.log.info({ userId }, 'a user ended one of their sessions')
  return {}
}

/** Ends all of one's sessions but this one. */
export async function endOthers(context: Context, user: SignedIn) {
  const stale = refusedUnlessFresh(context, user)
  if (stale) return stale
  const { userId } = user
  const { numDeletedRows } = await endSessionsOf(context.db, userId, { but: user.tokenHash })
  context.log.info({ userId, ended: Number(numDeletedRows) }, 'a user ended their other sessions')
  return { ended: Number(numDeletedRows) }
}
