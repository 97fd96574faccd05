import { type AttemptState, isIn, type StringCode, getStringCode } from './attempt-states.ts'

/** Why nothing was charged. */
export const PAYMENT_FAILURES = [
  'USER_CANCELLED',
  'DECLINED',
  'TERMINAL_BUSY',
  'TERMINAL_UNREACHABLE',
  'TIMEOUT',
] as const satisfies readonly StringCode[]
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number]

const UNCHARGED_STATES = [
  'DECLINED',
  'CANCELLED',
  'ABORTED',
  'NOT_PROCESSED',
] as const satisfies readonly AttemptState[]

/** Why an attempt that is over charged nothing; undefined for any other attempt, and when the reason is not known. */
export function findFailure(state: AttemptState, stored: StringCode | null): PaymentFailure | undefined {
  if (!isIn(UNCHARGED_STATES, state)) return undefined
  const code = getStringCode(state, stored)
  return PAYMENT_FAILURES.find(each => each === code)
}
