import type { Order } from '#contract/orders/orders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'

type PaidOrder = Pick<Order, 'status' | 'string_code'> & {
  payment?: Pick<NonNullable<Order['payment']>, 'has_left'> | null
}

/** The outcome of an order's payment; null if none was ever begun. The status takes precedence over an attempt's result. */
export function paymentOutcome({ status, string_code, payment }: PaidOrder): StringCode | null {
  // The shopper no longer waits for the outcome.
  if (status === 'payment_pending') return payment?.has_left === true ? 'UNKNOWN' : 'IN_PROGRESS'
  if (status === 'complete') return 'SUCCESS'
  return status === 'error' ? 'UNKNOWN' : string_code
}

/** Whether the basket's goods belong to this order for good, so that they must not be paid a second time. */
export function takesBasket(outcome: StringCode | null): boolean {
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
