const MINUTE_MS = 60_000

export const MOST_PASSKEYS = 10
/** How long the browser's dialogue for a passkey may stay open. */
export const PASSKEY_DIALOGUE_MS = 5 * MINUTE_MS
/** How long a session may use the back office after a passkey confirmation: a working day. */
export const PASSKEY_CONFIRMED_FOR_MS = 12 * 60 * MINUTE_MS
/**
 * What changes rights, ways to pay or keys, or exports people, needs a passkey confirmation no older than this; adding the first
 * passkey needs a sign-in.
 */
export const PASSKEY_FRESH_FOR_MS = 10 * MINUTE_MS

/** `due`: a passkey exists but was not confirmed recently. `missing`: one is required. `none`: none is required. */
export type PasskeyState = 'confirmed' | 'due' | 'missing' | 'none'

/** `hasRight`: an admin's or a bookkeeper's. */
type Facts = { hasRight: boolean; hasPasskey: boolean; isRequired: boolean; confirmedAt: Date | null; now: Date }

/** A session's passkey status. Shoppers never need a passkey. */
export function passkeyState({ hasRight, hasPasskey, isRequired, confirmedAt, now }: Facts): PasskeyState {
  if (!hasRight) return 'none'
  if (!hasPasskey) return isRequired ? 'missing' : 'none'
  return confirmedAt && isYounger(confirmedAt, now, PASSKEY_CONFIRMED_FOR_MS) ? 'confirmed' : 'due'
}

type Session = { passkey: PasskeyState; confirmedAt: Date | null; signedInAt: Date; now: Date }

/** What must be repeated, as too old, before rights, keys or sessions may be changed; undefined: nothing. */
export function confirmationDue({ passkey, confirmedAt, signedInAt, now }: Session): 'passkey' | 'signIn' | undefined {
  const isFresh = (at: Date | null) => at !== null && isYounger(at, now, PASSKEY_FRESH_FOR_MS)
  if (passkey === 'due') return 'passkey'
  if (passkey === 'confirmed') return isFresh(confirmedAt) ? undefined : 'passkey'
  return isFresh(signedInAt) ? undefined : 'signIn'
}

const isYounger = (at: Date, now: Date, ms: number) => now.getTime() - at.getTime() < ms

type Counted = { known: number; told: number; isBackedUp: boolean }

/**
 * Whether a signature's counter indicates a copied key, because it did not grow. Keys that are synchronised between devices
 * have no common counter, and many keys do not count at all.
 */
export const isCounterSuspicious = ({ known, told, isBackedUp }: Counted): boolean =>
  !isBackedUp && (known > 0 || told > 0) && told <= known
