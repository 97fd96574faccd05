import type { Order } from '#contract/orders/orders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'

type PaidOrder = Pick<Order, 'status' | 'string_code'> & {
  payment?: Pick<NonNullable<Order['payment']>, 'has_left'> | null
}

/** What became of an order's payment; null when none was ever begun. The status goes before what an attempt said. */
export function paymentOutcome({ status, string_code, payment }: PaidOrder): StringCode | null {
  // Its shopper no longer waits for it.
  if (status === 'payment_pending') return payment?.has_left === true ? 'UNKNOWN' : 'IN_PROGRESS'
  if (status === 'complete') return 'SUCCESS'
  return status === 'error' ? 'UNKNOWN' : string_code
}

/** Whether the goods in the basket are this order's for good, so that they must not be paid a second time. */
export function takesBasket(outcome: StringCode | null): boolean {
  return outcome === 'SUCCESS' || outcome === 'UNKNOWN'
}
