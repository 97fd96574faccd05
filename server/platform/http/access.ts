import type { Endpoint } from '#contract/endpoint.ts'
import { refuse, type Refusal } from './refusal.ts'
import type { SignedIn } from './session.ts'

/** Why a caller may not use an endpoint; undefined if they may. */
export function refusedByAccess(
  { access, beforePasskey }: Pick<Endpoint, 'access' | 'beforePasskey'>,
  user: SignedIn | undefined,
): Refusal | undefined {
  if (access === 'anyone') return undefined
  if (!user) return refuse('session.required')
  if (access === 'signedIn') return undefined
  if (!user.isVerified) return refuse('session.unverified')
  if (access === 'shopper') return undefined
  if (!user.isAdmin && !(access === 'bookkeeper' && user.isBookkeeper)) return refuse('session.adminRequired')
  return beforePasskey ? undefined : refusedByPasskey(user)
}

/**
 * Whether a user may now do what only admins may: with the right, and confirmed by a passkey where one exists or is required.
 * `isAdmin` by itself never decides that (test/asvs/admin-flag.ts).
 */
export const actsAsAdmin = (user: Pick<SignedIn, 'isAdmin' | 'passkey'>): boolean =>
  user.isAdmin && refusedByPasskey(user) === undefined

/** Why an admin or a bookkeeper is refused until a passkey is added or used; undefined if they are not. */
export function refusedByPasskey({ passkey }: Pick<SignedIn, 'passkey'>) {
  if (passkey === 'due') return refuse('session.passkeyRequired')
  return passkey === 'missing' ? refuse('session.passkeyMissing') : undefined
}
