import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { refusedUnlessFresh } from '#server/modules/accounts/passkeys/refused-unless-fresh.ts'
import { takePasskeys } from '#server/modules/accounts/passkeys/take-passkeys.ts'
import { changeAccess, type Asked } from './change-access.ts'

/** Takes all passkeys from an admin who has lost them. The one who does it answers with their own, if they have one. */
export async function resetPasskeys(context: Context, asked: Asked, caller: SignedIn) {
  if (asked.id === asked.author.userId) return refuse('user.yourself')
  // Who has none signed in by mail alone, however long ago: nothing more can be asked of them.
  const stale = caller.passkey === 'none' ? undefined : refusedUnlessFresh(context, caller)
  if (stale) return stale
  return changeAccess(context, asked, user => ({
    after: [{ ...user, passkeys: 0 }],
    save: trx => takePasskeys({ ...context, db: trx }, asked.id),
  }))
}
