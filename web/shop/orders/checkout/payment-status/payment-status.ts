import type { Order } from '#contract/orders/orders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import type { FollowedOrder } from './followed-order.ts'

type CurrentOrder = Pick<Order, 'id' | 'status' | 'updated_at'>

/**
 * The state of following a payment. `asking`: the pay call is pending and has not begun a payment yet; `unsure`: a payment may
 * have begun, and the server has not responded since; `untouched`: no payment ever began; `ended`: there is an outcome to read.
 */
type FollowingState = 'none' | 'asking' | 'unsure' | 'pending' | 'untouched' | 'ended'

export type FollowingFacts = {
  followed: FollowedOrder | null
  isAsking: boolean
  /** The current order, null for none; undefined while it was never fetched. */
  current: CurrentOrder | null | undefined
  currentAtMs: number
  /** The last request for it failed. */
  isUnheard: boolean
}

export function decideFollowing({
  followed,
  isAsking,
  current,
  currentAtMs,
  isUnheard,
}: FollowingFacts): FollowingState {
  if (current?.status === 'payment_pending') return 'pending'
  if (!followed) return 'none'
  const whileAsking = isUnheard ? 'unsure' : 'asking'
  // A response fetched before contains nothing about the payment.
  const isKnown = current !== undefined && currentAtMs > followed.sinceMs
  if (!isKnown) return isAsking && followed.askedAt !== undefined ? whileAsking : 'unsure'
  // A pre-order is the current order only once its payment has begun: until then the pay call, while pending, decides.
  if (followed.isBooked && followed.askedAt !== undefined) return isAsking ? whileAsking : 'ended'
  if (current?.id !== followed.id || current.updated_at !== followed.askedAt) return 'ended'
  // While the call is pending, an untouched order may only be one that the call has not reached yet.
  return isAsking ? whileAsking : 'untouched'
}

type PaidOrder = Pick<Order, 'status' | 'string_code'> & {
  payment?: Pick<NonNullable<Order['payment']>, 'is_abandoned'> | null
}

/** The outcome of an order's payment; null if none was ever begun. The status takes precedence over an attempt's result. */
export function paymentOutcome({ status, string_code, payment }: PaidOrder): StringCode | null {
  // The shopper no longer waits for the outcome.
  if (status === 'payment_pending') return payment?.is_abandoned === true ? 'UNKNOWN' : 'IN_PROGRESS'
  if (status === 'complete') return 'SUCCESS'
  return status === 'error' ? 'UNKNOWN' : string_code
}

/** Whether the basket's goods belong to this order for good, so that they must not be paid a second time. */
export function settlesBasket(outcome: StringCode | null): boolean {
  return outcome === 'SUCCESS' || outcome === 'UNKNOWN'
}

/** Outcomes that are worded otherwise after a payment in the app. */
export const OUTCOMES_IN_APP = [
  'DECLINED',
  'TERMINAL_BUSY',
  'TERMINAL_UNREACHABLE',
  'TIMEOUT',
  'IN_PROGRESS',
  'UNKNOWN',
] as const
