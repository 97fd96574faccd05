import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { refusedUnlessFresh } from '#server/modules/accounts/passkeys/refused-unless-fresh.ts'
import { takePasskeys } from '#server/modules/accounts/passkeys/take-passkeys.ts'
import { changeAccess, type Asked } from './change-access.ts'

/** Removes all passkeys of an admin who has lost them. The caller must confirm with their own passkey, if they have one. */
export async function resetPasskeys(context: Context, asked: Asked, caller: SignedIn) {
  if (asked.id === asked.author.userId) return refuse('user.yourself')
  // A caller without a passkey has signed in by mail only, however long ago: there is nothing else to confirm with.
  const stale = caller.passkey === 'none' ? undefined : refusedUnlessFresh(context, caller)
  if (stale) return stale
  return changeAccess(context, asked, user => ({
    after: [{ ...user, passkeys: 0 }],
    save: trx => takePasskeys({ ...context, db: trx }, asked.id),
  }))
}
