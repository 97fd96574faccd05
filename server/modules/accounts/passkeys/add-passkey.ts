import { isTransport, type PasskeyToAdd } from '#contract/accounts/passkey-ceremonies.ts'
import { MAX_PASSKEYS, PASSKEY_DIALOGUE_MS } from '#domain/accounts/passkey-state.ts'
import { notifyAdmins } from '#server/modules/accounts/access-changes/notify-admins.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/db/transaction.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { rotateSession, type SignedIn } from '#server/platform/http/session.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { randomToken } from '#server/platform/secrets/secrets.ts'
import { claimChallenge, storeChallenge, type PasskeySite, loadWebauthn } from './challenges.ts'
import { notifyOwner } from './change-passkeys.ts'
import { describePasskeys, refusedUntilSignIn } from './queries.ts'

/** The user handle that authenticators store: always the same for a user, and it reveals nothing about them. */
const userHandle = ({ secrets }: Pick<Context, 'secrets'>, userId: number): Buffer =>
  secrets.hmac('passkey user', String(userId))

/** EdDSA, ES256 and RS256 by their COSE numbers: every authenticator supports one of these. */
const KEY_ALGORITHMS = [-8, -7, -257]

/** The options from which the browser creates a new passkey. */
export async function beginAddPasskey(context: Context, user: SignedIn, { rpId }: PasskeySite) {
  const stale = refusedUntilSignIn(context, user)
  if (stale) return stale
  const existing = await describePasskeys(context.db, user.userId)
  if (existing.length >= MAX_PASSKEYS) return refuse('passkey.tooMany')
  const challenge = randomToken()
  await storeChallenge(context, user, { purpose: 'add', challenge })
  return {
    challenge,
    rp: { id: rpId, name: 'Puoti' },
    user: { id: userHandle(context, user.userId).toString('base64url'), name: user.email, displayName: user.email },
    pubKeyCredParams: KEY_ALGORITHMS.map(alg => ({ alg, type: 'public-key' as const })),
    timeout: PASSKEY_DIALOGUE_MS,
    // The authenticator's make is not needed, and would reveal something about the person.
    attestation: 'none' as const,
    excludeCredentials: existing.map(passkey => ({ ...passkey, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: 'preferred' as const,
      requireResidentKey: false,
      userVerification: 'required' as const,
    },
  }
}

type NewPasskey = { name: string; made: PasskeyToAdd; site: PasskeySite }

/** Stores the new passkey, confirms the session with it, and returns the session's new token. */
export async function addPasskey(context: Context, user: SignedIn, { name, made, site }: NewPasskey) {
  const { clientDataJSON } = made.response
  const challenge = await claimChallenge(context, user, { purpose: 'add', clientDataJSON })
  if (challenge === undefined) return refuse('passkey.expired')
  const credential = await verifyRegistration(made, { site, challenge })
  if (!credential) {
    context.log.warn({ userId: user.userId, why: 'the attestation is invalid' }, 'a passkey was refused')
    return refuse('passkey.refused')
  }
  try {
    return await inRefusableTransaction(context.db, async db =>
      savePasskey({ ...context, db }, user, { name, credential }),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'passkey_credential_id_key')) return refuse('passkey.known')
    throw error
  }
}

type VerifiedCredential = NonNullable<Awaited<ReturnType<typeof verifyRegistration>>>
type InTransaction = Context & { db: Trx }

async function savePasskey(
  context: InTransaction,
  user: SignedIn,
  added: { name: string; credential: VerifiedCredential },
) {
  const { db } = context
  const { userId } = user
  const now = context.now()
  const isThere = await db.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  if (!isThere) return refuse('session.required')
  const { length: before } = await describePasskeys(db, userId)
  // If two first passkeys are added concurrently, the second needs a confirmation with the first.
  if (before > 0 && user.passkey !== 'confirmed') return refuse('session.passkeyRequired')
  if (before >= MAX_PASSKEYS) return refuse('passkey.tooMany')
  await db
    .insertInto('passkey')
    .values({ user_id: userId, name: added.name, ...added.credential, created_at: now })
    .execute()
  await recordChange(db, {
    kind: 'user',
    id: userId,
    before: { passkeys: before },
    after: { passkeys: before + 1 },
    author: { userId, at: now },
  })
  await notifyOwner(context, userId, { what: 'added', name: added.name })
  const { email, isAdmin } = user
  if (isAdmin && before === 0)
    await notifyAdmins(context, { event: 'firstPasskey', userId, email, author: email, at: now })
  const token = await rotateSession(context, user.tokenHash, { passkey_confirmed_at: now })
  if (token === undefined) return refuse('session.required')
  context.log.info({ userId }, 'a passkey was added')
  return { token }
}

/** The columns of a passkey if the browser's response matches the request; undefined otherwise. */
async function verifyRegistration(made: PasskeyToAdd, { site, challenge }: { site: PasskeySite; challenge: string }) {
  const transports = made.response.transports?.filter(isTransport) ?? []
  try {
    const { verifyRegistrationResponse } = await loadWebauthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, response: { ...made.response, transports }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: KEY_ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      device_type: credentialDeviceType,
      is_backed_up: credentialBackedUp,
    }
  } catch {
    return undefined
  }
}
