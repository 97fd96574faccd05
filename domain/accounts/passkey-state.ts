import { MINUTE_MS, HOUR_MS, DAY_MS } from '#domain/durations.ts'

export const MAX_PASSKEYS = 10
/** How long the browser's dialogue for a passkey may stay open. */
export const PASSKEY_DIALOGUE_MS = 5 * MINUTE_MS
/** How long a session may use the back office after a passkey confirmation: a working day. */
export const PASSKEY_CONFIRMED_FOR_MS = 12 * HOUR_MS
/**
 * What changes rights, ways to pay or keys, or exports people, needs a passkey confirmation no older than this; adding the first
 * passkey needs a sign-in.
 */
export const PASSKEY_FRESH_FOR_MS = 10 * MINUTE_MS
/**
 * Without a passkey, the same needs a sign-in no older than this. An hour is enough for the set-up of a new shop, whose admin has
 * just signed in.
 */
export const SIGN_IN_FRESH_FOR_MS = HOUR_MS
/** A first passkey must be this old to act on who had one before: whoever reads an admin's mail can add one. */
export const PASSKEY_TRUSTED_AFTER_MS = DAY_MS

/** `due`: a passkey exists but was not confirmed recently. `missing`: one is required. `none`: none is required. */
export type PasskeyState = 'confirmed' | 'due' | 'missing' | 'none'

/** `hasRight`: an admin's or a bookkeeper's. */
type PasskeyFacts = { hasRight: boolean; hasPasskey: boolean; isRequired: boolean; confirmedAt: Date | null; now: Date }

/** A session's passkey status. Shoppers never need a passkey. */
export function passkeyState({ hasRight, hasPasskey, isRequired, confirmedAt, now }: PasskeyFacts): PasskeyState {
  if (!hasRight) return 'none'
  if (!hasPasskey) return isRequired ? 'missing' : 'none'
  return confirmedAt && isYoungerThan(confirmedAt, now, PASSKEY_CONFIRMED_FOR_MS) ? 'confirmed' : 'due'
}

type PasskeySession = {
  passkey: PasskeyState
  confirmedAt: Date | null
  signedInAt: Date
  now: Date
  /** How long a sign-in without a passkey is recent. */
  signInFreshForMs?: number
}

/** What must be repeated, as too old, before rights, keys or sessions may be changed; undefined: nothing. */
export function confirmationDue(session: PasskeySession): 'passkey' | 'signIn' | undefined {
  const { passkey, confirmedAt, signedInAt, now, signInFreshForMs = PASSKEY_FRESH_FOR_MS } = session
  if (passkey === 'due') return 'passkey'
  if (passkey === 'confirmed')
    return confirmedAt && isYoungerThan(confirmedAt, now, PASSKEY_FRESH_FOR_MS) ? undefined : 'passkey'
  return isYoungerThan(signedInAt, now, signInFreshForMs) ? undefined : 'signIn'
}

type FirstPasskeys = { caller: Date | null; target: Date | null; now: Date }

/**
 * Why an admin can't act on a user who has the right and a passkey: `needed`, the admin has none; `new`, the admin's first one was
 * added within a day, after the user's. The dates: when the oldest passkey of each was added.
 */
export function passkeyGap({ caller, target, now }: FirstPasskeys): 'needed' | 'new' | undefined {
  if (target === null) return undefined
  if (caller === null) return 'needed'
  return caller > target && isYoungerThan(caller, now, PASSKEY_TRUSTED_AFTER_MS) ? 'new' : undefined
}

const isYoungerThan = (at: Date, now: Date, ms: number) => now.getTime() - at.getTime() < ms

type SignatureCounter = { stored: number; reported: number; isBackedUp: boolean }

/**
 * Whether a signature's counter indicates a copied key, because it did not grow. Keys that are synchronised between devices
 * have no common counter, and many keys do not count at all.
 */
export const isCounterSuspicious = ({ stored, reported, isBackedUp }: SignatureCounter): boolean =>
  !isBackedUp && (stored > 0 || reported > 0) && reported <= stored
