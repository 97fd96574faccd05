export const ATTEMPT_STATES = [
  'QUEUED',
  'INTENT',
  'SENT',
  'UNKNOWN',
  'UNRESOLVED',
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'ABORTED',
  'NOT_PROCESSED',
  'MANUAL',
  'REVERSAL_DUE',
  'REVERSED',
  'REVIEW',
] as const

export type AttemptState = (typeof ATTEMPT_STATES)[number]

const ANSWERED_STATES = [
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'ABORTED',
  'NOT_PROCESSED',
  'REVERSAL_DUE',
  'REVIEW',
] as const

/**
 * The states that may follow each state; none follow a final state.
 * MANUAL: an admin recorded that it was paid; if the admin records that it was not, the state is NOT_PROCESSED.
 * REVERSAL_DUE is written in the transaction that would have written APPROVED or MANUAL, when the order no longer awaits
 * payment.
 */
export const ATTEMPT_TRANSITIONS = /* @__PURE__ */ attemptTransitions()

// A function, since bundlers keep spread elements: a shopper's browser doesn't need the table.
function attemptTransitions() {
  return {
    QUEUED: ['INTENT', 'CANCELLED', 'ABORTED', 'NOT_PROCESSED'],
    INTENT: ['SENT', 'UNKNOWN', 'UNRESOLVED', ...ANSWERED_STATES],
    SENT: ['UNKNOWN', 'UNRESOLVED', ...ANSWERED_STATES],
    UNKNOWN: ['SENT', 'UNRESOLVED', ...ANSWERED_STATES],
    UNRESOLVED: ['MANUAL', ...ANSWERED_STATES],
    REVERSAL_DUE: ['REVERSED', 'REVIEW'],
    REVIEW: ['MANUAL', 'REVERSED', 'NOT_PROCESSED'],
    APPROVED: [],
    DECLINED: [],
    CANCELLED: [],
    ABORTED: [],
    NOT_PROCESSED: [],
    MANUAL: [],
    REVERSED: [],
  } as const satisfies Record<AttemptState, readonly AttemptState[]>
}

/** The outcome is still pending. */
export const OPEN_STATES = ['QUEUED', 'INTENT', 'SENT', 'UNKNOWN'] as const satisfies readonly AttemptState[]

/** The terminal may be processing the attempt, so no other attempt may start there. */
export const HOLDS_TERMINAL = ['INTENT', 'SENT', 'UNKNOWN'] as const satisfies readonly AttemptState[]

/** The shopper may not start another payment. */
export const HOLDS_USER = OPEN_STATES

/** Money was taken, or may have been, so the order allows no second attempt. */
export const HOLDS_ORDER = [
  ...OPEN_STATES,
  'UNRESOLVED',
  'APPROVED',
  'MANUAL',
  'REVERSAL_DUE',
  'REVIEW',
] as const satisfies readonly AttemptState[]

/** The shopper, the bank or the time limit ended it, and nothing was taken. */
export const ENDED_UNPAID = ['DECLINED', 'CANCELLED', 'ABORTED'] as const satisfies readonly AttemptState[]

/** It is not known yet whether money was taken or returned; the server or an admin still has to find out. */
export const IN_DOUBT = ['UNRESOLVED', 'REVIEW', 'REVERSAL_DUE'] as const satisfies readonly AttemptState[]

/** These states never change. */
export const FINAL_STATES = [
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'ABORTED',
  'NOT_PROCESSED',
  'MANUAL',
  'REVERSED',
] as const satisfies readonly AttemptState[]

export const STRING_CODES = [
  'SUCCESS',
  'USER_CANCELLED',
  'DECLINED',
  'TERMINAL_BUSY',
  'TERMINAL_UNREACHABLE',
  'TIMEOUT',
  'IN_PROGRESS',
  'UNKNOWN',
] as const

export type StringCode = (typeof STRING_CODES)[number]

export function canAttemptBecome(from: AttemptState, to: AttemptState): boolean {
  const followers: readonly AttemptState[] = ATTEMPT_TRANSITIONS[from]
  return followers.includes(to)
}

export function isIn(states: readonly AttemptState[], state: AttemptState): boolean {
  return states.includes(state)
}

/**
 * The result code of an attempt for the shopper. The code stored with the outcome is the reason for a failure; it can
 * neither hide a successful payment nor claim one that did not happen.
 */
export function getStringCode(state: AttemptState, stored?: StringCode | null): StringCode {
  if (state === 'APPROVED' || state === 'MANUAL') return 'SUCCESS'
  if (isIn(OPEN_STATES, state)) return 'IN_PROGRESS'
  if (!isIn(FINAL_STATES, state)) return 'UNKNOWN'
  const mayStand = stored && stored !== 'SUCCESS' && stored !== 'IN_PROGRESS'
  return mayStand ? stored : DEFAULT_CODES[state]
}

/** The order's status for a state of its attempt; previousStatus is the order's status before the payment. */
export function orderStatusAfter<Status extends string>(
  state: AttemptState,
  previousStatus: Status,
): Status | 'complete' | 'error' | 'payment_pending' {
  if (state === 'APPROVED' || state === 'MANUAL') return 'complete'
  if (state === 'UNRESOLVED' || state === 'REVIEW') return 'error'
  return isIn(OPEN_STATES, state) ? 'payment_pending' : previousStatus
}

const DEFAULT_CODES: Record<AttemptState, StringCode> = {
  QUEUED: 'IN_PROGRESS',
  INTENT: 'IN_PROGRESS',
  SENT: 'IN_PROGRESS',
  UNKNOWN: 'IN_PROGRESS',
  UNRESOLVED: 'UNKNOWN',
  APPROVED: 'SUCCESS',
  DECLINED: 'DECLINED',
  CANCELLED: 'USER_CANCELLED',
  ABORTED: 'TIMEOUT',
  NOT_PROCESSED: 'TERMINAL_UNREACHABLE',
  MANUAL: 'SUCCESS',
  REVERSAL_DUE: 'UNKNOWN',
  REVERSED: 'USER_CANCELLED',
  REVIEW: 'UNKNOWN',
}
