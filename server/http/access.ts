import type { Access } from '#contract/endpoint.ts'
import { refuse, type Refusal } from './refusal.ts'
import type { SignedIn } from './session.ts'

/** Why a caller may not use an endpoint of this access; nothing if they may. */
export function refusedByAccess(access: Access, user: SignedIn | undefined): Refusal | undefined {
  if (access === 'anyone') return undefined
  if (!user) return refuse('session.required')
  if (access === 'signedIn') return undefined
  if (!user.isVerified) return refuse('session.unverified')
  return access === 'admin' && !user.isAdmin ? refuse('session.adminRequired') : undefined
}
