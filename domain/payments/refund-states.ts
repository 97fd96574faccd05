export const REFUND_STATES = ['INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'DONE', 'REFUSED', 'NOT_PROCESSED'] as const

export type RefundState = (typeof REFUND_STATES)[number]

const OUTCOMES = ['DONE', 'REFUSED', 'NOT_PROCESSED'] as const

/**
 * From each state to those that may follow; a final state has none. INTENT: no terminal has heard of it. SENT: one may
 * have. UNKNOWN: no answer yet. UNRESOLVED: none after a quarter of an hour, so a person must look. REFUSED: the terminal
 * said no. NOT_PROCESSED: it never got there. What no terminal heard of is DONE when it was given by hand.
 */
export const REFUND_TRANSITIONS = {
  INTENT: ['SENT', 'NOT_PROCESSED', 'DONE'],
  SENT: ['UNKNOWN', 'UNRESOLVED', ...OUTCOMES],
  UNKNOWN: ['UNRESOLVED', ...OUTCOMES],
  UNRESOLVED: OUTCOMES,
  DONE: [],
  REFUSED: [],
  NOT_PROCESSED: [],
} as const satisfies Record<RefundState, readonly RefundState[]>

/** Money may have gone back, or may yet: no second refund of the same payment meanwhile. */
export const OPEN_REFUND_STATES = ['INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED'] as const satisfies readonly RefundState[]

/** Until it ends or is a person's, no payment is sent to the refund's terminal. INTENT: for whom its row looks older than it is. */
export const REFUND_HOLDS_TERMINAL = ['INTENT', 'SENT', 'UNKNOWN'] as const satisfies readonly RefundState[]

export function canRefundBecome(from: RefundState, to: RefundState): boolean {
  const followers: readonly RefundState[] = REFUND_TRANSITIONS[from]
  return followers.includes(to)
}

export function isRefundOpen(state: RefundState): boolean {
  const open: readonly RefundState[] = OPEN_REFUND_STATES
  return open.includes(state)
}
