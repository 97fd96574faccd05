import type { Selectable } from 'kysely'
import { isTransport, type PasskeyAnswer } from '#contract/accounts/passkey-ceremonies.ts'
import { PASSKEY_DIALOGUE_MS } from '#domain/accounts/passkey-state.ts'
import { isCounterSuspicious } from '#domain/accounts/passkey-state.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { rotateSession, type SignedIn } from '#server/platform/http/session.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { randomToken } from '#server/platform/secrets/secrets.ts'
import { claimChallenge, storeChallenge, type PasskeySite, loadWebauthn } from './challenges.ts'
import { describePasskeys } from './queries.ts'

type PasskeyRow = Selectable<Database['passkey']>

/** The options by which the browser requests a signature from one of the user's passkeys. */
export async function beginConfirmSession(context: Context, user: SignedIn, { rpId }: PasskeySite) {
  const passkeys = await describePasskeys(context.db, user.userId)
  if (passkeys.length === 0) return refuse('passkey.none')
  const challenge = randomToken()
  await storeChallenge(context, user, { purpose: 'confirm', challenge })
  return {
    challenge,
    rpId,
    timeout: PASSKEY_DIALOGUE_MS,
    userVerification: 'required' as const,
    allowCredentials: passkeys.map(passkey => ({ ...passkey, type: 'public-key' as const })),
  }
}

type PasskeyConfirmation = { answer: PasskeyAnswer; site: PasskeySite }

/** Confirms the session by a signature of the user's passkey, and returns the session's new token. */
export async function confirmSession(context: Context, user: SignedIn, { answer, site }: PasskeyConfirmation) {
  const { clientDataJSON } = answer.response
  const challenge = await claimChallenge(context, user, { purpose: 'confirm', clientDataJSON })
  if (challenge === undefined) return refuse('passkey.expired')
  return inRefusableTransaction(context.db, async db => {
    const passkey = await db
      .selectFrom('passkey')
      .selectAll()
      .where('user_id', '=', user.userId)
      .where('credential_id', '=', Buffer.from(answer.id, 'base64url'))
      .forUpdate()
      .executeTakeFirst()
    if (!passkey) return refuseConfirmation(context, user, 'it is none of the user’s')
    const signed = await verifyConfirmation({ answer, site, challenge, passkey })
    if (!signed) return refuseConfirmation(context, user, 'what it signed does not hold')
    const { newCounter: counter, credentialBackedUp: isBackedUp } = signed
    if (isCounterSuspicious({ stored: passkey.counter, reported: counter, isBackedUp }))
      return refuseConfirmation(context, user, 'its counter went back: the key may have been copied')
    const now = context.now()
    await db
      .updateTable('passkey')
      .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
      .where('id', '=', passkey.id)
      .execute()
    const token = await rotateSession({ ...context, db }, user.tokenHash, { passkey_confirmed_at: now })
    if (token === undefined) return refuse('session.required')
    context.log.info({ userId: user.userId, passkeyId: passkey.id }, 'a session was confirmed by a passkey')
    return { token }
  })
}

/**
 * The log contains the user and the reason, but neither a credential nor a challenge: the library's error messages contain those.
 */
function refuseConfirmation(context: Context, { userId }: SignedIn, why: string) {
  context.log.warn({ userId, why }, 'a passkey was refused')
  return refuse('passkey.refused')
}

type SignedConfirmation = PasskeyConfirmation & { challenge: string; passkey: PasskeyRow }

/** The authenticator's data if its signature is valid and its user was verified; undefined otherwise. */
async function verifyConfirmation({ answer, site, challenge, passkey }: SignedConfirmation) {
  // The user handle is not signed, and was another under an earlier secret: the passkey's row determines its owner.
  const { userHandle: _unsigned, ...response } = answer.response
  try {
    const { verifyAuthenticationResponse } = await loadWebauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(passkey.public_key),
        // The caller checks the counter, after the signature has been verified.
        counter: 0,
        transports: passkey.transports.filter(isTransport),
      },
    })
    return verified ? authenticationInfo : undefined
  } catch {
    return undefined
  }
}
