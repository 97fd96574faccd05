import { DAY_MS } from '#domain/zoned-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

// How often calls are accepted, by user and by address, is in server/platform/http/rate-limit.ts; how long data is kept in
// domain/operations/retention-periods.ts.

/** How long a login link and its code are valid at most, and usually: PUOTI_LOGIN_LINK_MINUTES shortens it. */
export const LOGIN_LINK_MINUTES = 10
/** Open login links of one browser and address. */
export const MOST_OPEN_LINKS = 3
/** After this many wrong codes only the link of the mail signs in. */
export const MOST_WRONG_LOGIN_CODES = 5

/** Each use of a session extends it by this time. */
export const SESSION_DAYS = 180
/** A session ends after this time even while it is in use. */
export const SESSION_MOST_DAYS = 365

/** How long a code that verifies a phone is valid. */
export const PHONE_CODE_MINUTES = 10
/** After this many wrong codes the user must request a new one. */
export const MOST_WRONG_PHONE_CODES = 5
/** How long to wait after the first, second, third and each further SMS. */
export const SMS_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, DAY_MS] as const
/** After this time without an SMS the waits start over. */
export const SMS_QUIET_MS = DAY_MS

/** How long a code that confirms the removal of an account is valid. */
export const REMOVAL_CODE_MINUTES = 10
export const MOST_WRONG_REMOVAL_CODES = 5

export const MOST_PASSKEYS = 10
/** How long the browser's dialogue for a passkey may stay open. */
export const PASSKEY_DIALOGUE_MS = 5 * MINUTE_MS
/** How long a session may use the back office after a passkey confirmation: a working day. */
export const PASSKEY_CONFIRMED_FOR_MS = 12 * HOUR_MS
/** Changing passkeys needs a passkey confirmation, or for the first passkey a sign-in, no older than this. */
export const PASSKEY_FRESH_FOR_MS = 10 * MINUTE_MS
