import type { FastifyRequest } from 'fastify'
import { PASSKEY_DIALOGUE_MS } from '#domain/accounts/passkey-state.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/http/connection/address.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

type ChallengePurpose = 'add' | 'confirm'
type CallerSession = Pick<SignedIn, 'tokenHash'>

/** Stores the hash of a challenge for this session's browser; it replaces an earlier challenge for the same purpose. */
export async function storeChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { tokenHash }: CallerSession,
  issued: { purpose: ChallengePurpose; challenge: string },
): Promise<void> {
  const row = {
    challenge_sha256: sha256(issued.challenge),
    expires_at: new Date(now().getTime() + PASSKEY_DIALOGUE_MS),
  }
  await db
    .insertInto('passkey_challenge')
    .values({ session_sha256: tokenHash, purpose: issued.purpose, ...row })
    .onConflict(conflict => conflict.columns(['session_sha256', 'purpose']).doUpdateSet(row))
    .execute()
}

/**
 * Returns the signed challenge if it was issued to this session and has not expired; undefined otherwise. A challenge can be
 * claimed once, whether the signature is valid or not.
 */
export async function claimChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { tokenHash }: CallerSession,
  signed: { purpose: ChallengePurpose; clientDataJSON: string },
): Promise<string | undefined> {
  const challenge = challengeIn(signed.clientDataJSON)
  if (challenge === undefined) return undefined
  const claimed = await db
    .deleteFrom('passkey_challenge')
    .where('session_sha256', '=', tokenHash)
    .where('purpose', '=', signed.purpose)
    .where('challenge_sha256', '=', sha256(challenge))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return claimed.numDeletedRows === 1n ? challenge : undefined
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null && 'challenge' in read && typeof read.challenge === 'string'
      ? read.challenge
      : undefined
  } catch {
    return undefined
  }
}

/** Loaded on the first use of a passkey: its certificate parsers would slow down every server start by half a second. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** The site that passkeys are bound to: a passkey never signs for another name. */
export type PasskeySite = { origin: string; rpId: string }

export const getSite = (request: FastifyRequest): PasskeySite => {
  const origin = publicOrigin(request)
  return { origin, rpId: new URL(origin).hostname }
}
