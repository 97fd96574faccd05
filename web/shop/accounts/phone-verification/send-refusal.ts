import { ApiError, hasCode } from '#web/kit/api/api-error.ts'

/** Why no code was sent, as the form must treat it. */
export type SendRefusal =
  | { kind: 'blocked' }
  | { kind: 'cooldown'; until: string }
  | { kind: 'typo' }
  | { kind: 'failed' }

export function sendRefusal(error: unknown): SendRefusal {
  const { phone_blocked, sms_cooldown_until } = error instanceof ApiError ? error.body : {}
  if (phone_blocked === true) return { kind: 'blocked' }
  if (typeof sms_cooldown_until === 'string') return { kind: 'cooldown', until: sms_cooldown_until }
  const isTypo = hasCode(error, 'verification.phoneInvalid', 'verification.countryNotAllowed')
  return { kind: isTypo ? 'typo' : 'failed' }
}
