// How long a server may hold an operation, and how soon it must send one, is in operation-machine.ts.

import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '#domain/durations.ts'

/** How long a shopper has at the terminal, or in an app; the screen counts it down. */
export const AT_TERMINAL_SECONDS = 120
export const IN_APP_SECONDS = 600
/** The payment is cancelled after this time, unless the kind of terminal has another limit. */
export const CANCEL_AFTER_MS = 125 * SECOND_MS
/** After this time without a known outcome the shopper may leave, and the outcome is emailed. */
export const LEAVE_AFTER_MS = MINUTE_MS
/** How long an attempt waits for a terminal that is processing another one before it ends as TERMINAL_BUSY. */
export const QUEUE_LIMIT_MS = 3 * MINUTE_MS
/** How long a refund waits for operations in progress at its terminal. */
export const REFUND_QUEUE_LIMIT_MS = 3 * MINUTE_MS

/** The delays between the first queries of an attempt's status; then the longest. */
export const STATUS_DELAYS_MS = [1000, 2000, 4000, 8000] as const
export const MAX_STATUS_DELAY_MS = 10 * SECOND_MS
/** After this time without an outcome an attempt or a refund is unresolved: an admin may decide. */
export const UNRESOLVED_AFTER_MS = 15 * MINUTE_MS
/** How often, and for how long, the terminal of an unresolved one is queried. */
export const UNRESOLVED_ASK_EVERY_MS = MINUTE_MS
export const UNRESOLVED_QUERY_PERIOD_MS = 48 * HOUR_MS

/**
 * How long an account must wait before its next payment, by the number of consecutive payments that timed out at the
 * terminal. The first timeout has no pause, since any shopper's walk to the terminal may take too long.
 */
export const PAUSES_AFTER_TIMEOUTS_MS = [0, 0, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS] as const
export const MAX_PAUSE_MS = 120 * MINUTE_MS
/**
 * How long a payment that held a terminal and was not paid puts its account behind the others in a queue, unless a payment at a
 * terminal succeeds in between.
 */
export const UNPAID_COUNTS_FOR_MS = DAY_MS
/** An account that has not paid at a terminal for so long is in a queue as if this many of its payments had held one unpaid. */
export const REGULAR_FOR_MS = 90 * DAY_MS
export const NEWCOMER_COUNTS_AS = 3
/** Timeouts are reset after this time without another one, and at once by a successful payment at a terminal. */
export const TIMEOUTS_COUNT_FOR_MS = DAY_MS
