import { confirmationDue } from '#domain/accounts/passkey-standing.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'

type Session = Pick<SignedIn, 'passkey' | 'passkeyConfirmedAt' | 'signedInAt'>

/** The confirmation that is due before passkeys may be changed, or other sessions ended. */
export const whatIsDue = ({ now }: Pick<Context, 'now'>, { passkey, passkeyConfirmedAt, signedInAt }: Session) =>
  confirmationDue({ passkey, confirmedAt: passkeyConfirmedAt, signedInAt, now: now() })

/** Passkeys can be changed only shortly after one was used; the first one can be added only shortly after a sign-in. */
export function refusedUnlessFresh(context: Pick<Context, 'now'>, session: Session) {
  const due = whatIsDue(context, session)
  return due && refuse(due === 'passkey' ? 'session.passkeyRequired' : 'passkey.signInAgain')
}
