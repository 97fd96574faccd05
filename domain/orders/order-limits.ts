import { DAY_MS } from '#domain/durations.ts'

/** Larger values in a basket are typing errors; the limits also keep every amount within the safe integers. */
export const MAX_QUANTITY = 10_000
export const MAX_LABEL_EUROS = 1000
/** How long an order may wait at checkout, at the prices that it was placed with. Cancelled or declined payments don't renew it. */
export const CHECKOUT_MS = DAY_MS
/** How many orders an account may place in a day: a basket that is changed and checked out again is a new order each time. */
export const MAX_ORDERS_A_DAY = 300
/** A larger order is a mistake, or an attack on the sums. */
export const MAX_ORDER_CENTS = 1_000_000
