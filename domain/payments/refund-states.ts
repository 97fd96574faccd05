export const REFUND_STATES = ['INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'DONE', 'REFUSED', 'NOT_PROCESSED'] as const

export type RefundState = (typeof REFUND_STATES)[number]

const OUTCOME_STATES = ['DONE', 'REFUSED', 'NOT_PROCESSED'] as const

/**
 * The states that may follow each state; none follow a final state. INTENT: no terminal has received it. SENT: one may have.
 * UNKNOWN: no response yet. UNRESOLVED: none after 15 minutes, so an admin must check. REFUSED: the terminal refused it.
 * NOT_PROCESSED: it never reached the terminal. A refund by hand goes from INTENT to DONE.
 */
export const REFUND_TRANSITIONS = {
  INTENT: ['SENT', 'NOT_PROCESSED', 'DONE'],
  SENT: ['UNKNOWN', 'UNRESOLVED', ...OUTCOME_STATES],
  UNKNOWN: ['UNRESOLVED', ...OUTCOME_STATES],
  UNRESOLVED: OUTCOME_STATES,
  DONE: [],
  REFUSED: [],
  NOT_PROCESSED: [],
} as const satisfies Record<RefundState, readonly RefundState[]>

/** Money may have been returned, or may still be, so no second refund of the same payment is allowed meanwhile. */
export const OPEN_REFUND_STATES = ['INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED'] as const satisfies readonly RefundState[]

/** No payment is sent to the refund's terminal in these states. INTENT is included because a query may read an old row. */
export const REFUND_HOLDS_TERMINAL = ['INTENT', 'SENT', 'UNKNOWN'] as const satisfies readonly RefundState[]

export function canRefundBecome(from: RefundState, to: RefundState): boolean {
  const followers: readonly RefundState[] = REFUND_TRANSITIONS[from]
  return followers.includes(to)
}

export function isRefundOpen(state: RefundState): boolean {
  const open: readonly RefundState[] = OPEN_REFUND_STATES
  return open.includes(state)
}

/** How a refund that its payment service reported as failed ended: an admin returned the money, or the service did after all. */
export const REFUND_FAILURE_ENDS = ['by_hand', 'by_service'] as const
export type RefundFailureEnd = (typeof REFUND_FAILURE_ENDS)[number]
