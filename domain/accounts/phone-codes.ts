import { MINUTE_MS, HOUR_MS, DAY_MS } from '#domain/durations.ts'

/** How long a code that verifies a phone is valid. */
export const PHONE_CODE_MINUTES = 10
/** After this many wrong codes the user must request a new one. */
export const MAX_FAILED_PHONE_CODES = 5
/**
 * How long to wait after the first, second, third and each further SMS. Its daily limits are in server/platform/http/rate-limits.ts
 * and PUOTI_SMS_DAILY_CAP.
 */
export const SMS_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, DAY_MS] as const
/** After this time without an SMS the waits start over. */
export const SMS_QUIET_MS = DAY_MS
