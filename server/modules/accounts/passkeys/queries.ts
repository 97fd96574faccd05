import { isTransport } from '#contract/accounts/passkey-ceremonies.ts'
import type { PasskeyList } from '#contract/accounts/passkeys.ts'
import { confirmationDue } from '#domain/accounts/passkey-state.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** An admin's own passkeys: also of one who still has to add one, but with a passkey only after confirming with it. */
export async function getPasskeys(context: Context, user: SignedIn) {
  if (user.passkey === 'due') return refuse('session.passkeyRequired')
  const rows = await context.db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'is_backed_up'])
    .where('user_id', '=', user.userId)
    .orderBy('id')
    .execute()
  const list: PasskeyList = {
    passkeys: rows.map(row => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
    is_required: context.config.passkeysRequired,
    sign_in_required: isSignInDue(context, user),
  }
  return list
}

/** A user's passkeys as credential descriptors for the browser. */
export async function describePasskeys(db: Db, userId: number) {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    transports: transports.filter(isTransport),
  }))
}

type PasskeySession = Pick<SignedIn, 'passkey' | 'passkeyConfirmedAt' | 'signedInAt'>

/**
 * Whether a user without a passkey must sign in again before adding the first one, or before ending other sessions. With a
 * passkey, the contract requires a confirmation.
 */
export const isSignInDue = (
  { now }: Pick<Context, 'now'>,
  { passkey, passkeyConfirmedAt, signedInAt }: PasskeySession,
) => confirmationDue({ passkey, confirmedAt: passkeyConfirmedAt, signedInAt, now: now() }) === 'signIn'

export const refusedUntilSignIn = (context: Pick<Context, 'now'>, session: PasskeySession) =>
  isSignInDue(context, session) ? refuse('passkey.signInAgain') : undefined
