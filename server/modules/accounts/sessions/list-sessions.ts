import type { SessionList } from '#contract/accounts/sessions.ts'
import type { Context } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { whatIsDue } from '#server/modules/accounts/passkeys/refused-unless-fresh.ts'
import { handleOf } from './handle.ts'

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
    id: handleOf(context, token_sha256),
    ...device,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    is_current: token_sha256.equals(user.tokenHash),
  }))
  return {
    sessions: sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
    sign_in_first: whatIsDue(context, user) === 'signIn',
  }
}
