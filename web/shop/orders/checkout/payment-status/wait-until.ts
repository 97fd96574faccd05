import { formatTimeNear } from '#domain/format/date-format.ts'
import type { ApiError } from '#web/kit/api/api-error.ts'

const MINUTE_MS = 60_000

/** From when the account may pay again, as HH:mm, rounded up to a whole minute. Undefined if the error doesn't contain it. */
export function waitUntil({ body }: ApiError, now: Date, timeZone: string): string | undefined {
  const { may_pay_at: at } = body
  const ms = typeof at === 'string' ? Date.parse(at) : NaN
  return Number.isNaN(ms) ? undefined : formatTimeNear(new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS), now, timeZone)
}
