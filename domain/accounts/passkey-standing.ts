const MINUTE_MS = 60_000

/** For so long after the passkey a session may use the back office: a working day. */
export const CONFIRMED_FOR_MS = 12 * 60 * MINUTE_MS

/** What changes passkeys wants one, or for the first a sign-in, that is no older than this. */
const FRESH_FOR_MS = 10 * MINUTE_MS

/** `due`: there is a passkey, and it was not asked for lately. `missing`: there is none, and must be. `none`: there need be none. */
export type PasskeyStanding = 'confirmed' | 'due' | 'missing' | 'none'

type Facts = { isAdmin: boolean; hasPasskey: boolean; isRequired: boolean; confirmedAt: Date | null; now: Date }

/** How a session stands with the passkeys of its user. Shoppers are never asked for one. */
export function passkeyStanding({ isAdmin, hasPasskey, isRequired, confirmedAt, now }: Facts): PasskeyStanding {
  if (!isAdmin) return 'none'
  if (!hasPasskey) return isRequired ? 'missing' : 'none'
  return confirmedAt && isYounger(confirmedAt, now, CONFIRMED_FOR_MS) ? 'confirmed' : 'due'
}

type Session = { passkey: PasskeyStanding; confirmedAt: Date | null; signedInAt: Date; now: Date }

/** What must be done before passkeys may be changed or other sessions ended, because it was too long ago: undefined when nothing must. */
export function confirmationDue({ passkey, confirmedAt, signedInAt, now }: Session): 'passkey' | 'signIn' | undefined {
  const isFresh = (at: Date | null) => at !== null && isYounger(at, now, FRESH_FOR_MS)
  if (passkey === 'due') return 'passkey'
  if (passkey === 'confirmed') return isFresh(confirmedAt) ? undefined : 'passkey'
  return isFresh(signedInAt) ? undefined : 'signIn'
}

const isYounger = (at: Date, now: Date, ms: number) => now.getTime() - at.getTime() < ms

type Counted = { known: number; told: number; isBackedUp: boolean }

/**
 * Whether a signature's counter says that the key was copied: it must grow. Keys that are kept in step among devices do not
 * count in step, and many do not count at all.
 */
export const isCounterSuspicious = ({ known, told, isBackedUp }: Counted): boolean =>
  !isBackedUp && (known > 0 || told > 0) && told <= known
