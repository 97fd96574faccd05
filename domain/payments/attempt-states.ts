import type { OrderStatus } from '#domain/orders/order.ts'

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

const ANSWERED = ['APPROVED', 'DECLINED', 'CANCELLED', 'ABORTED', 'NOT_PROCESSED', 'REVERSAL_DUE', 'REVIEW'] as const

/**
 * From each state to those that may follow; a final state has none.
 * MANUAL is an admin's "it was paid"; an admin's "it was not" is NOT_PROCESSED. REVERSAL_DUE is written in the
 * transaction that would have written APPROVED or MANUAL, when the order no longer waits.
 */
export const ATTEMPT_TRANSITIONS = {
  QUEUED: ['INTENT', 'CANCELLED', 'ABORTED', 'NOT_PROCESSED'],
  INTENT: ['SENT', 'UNKNOWN', 'UNRESOLVED', ...ANSWERED],
  SENT: ['UNKNOWN', 'UNRESOLVED', ...ANSWERED],
  UNKNOWN: ['SENT', 'UNRESOLVED', ...ANSWERED],
  UNRESOLVED: ['MANUAL', ...ANSWERED],
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

/** Someone is still waiting for the outcome. */
export const OPEN_STATES = ['QUEUED', 'INTENT', 'SENT', 'UNKNOWN'] as const satisfies readonly AttemptState[]

/** The terminal may be busy with it, so no other attempt may start there. */
export const HOLDS_TERMINAL = ['INTENT', 'SENT', 'UNKNOWN'] as const satisfies readonly AttemptState[]

/** The shopper may not start another payment. */
export const HOLDS_USER = OPEN_STATES

/** Money was taken, or may have been: no second attempt for the order. */
export const HOLDS_ORDER = [
  ...OPEN_STATES,
  'UNRESOLVED',
  'APPROVED',
  'MANUAL',
  'REVERSAL_DUE',
  'REVIEW',
] as const satisfies readonly AttemptState[]

/** Whether money was taken, or went back, nobody knows yet: the shop or a person still has to find out. */
export const IN_DOUBT = ['UNRESOLVED', 'REVIEW', 'REVERSAL_DUE'] as const satisfies readonly AttemptState[]

/** Nothing ever changes these again. */
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
 * What the shopper is told of an attempt. The code stored with the outcome says why it failed; it can neither hide a
 * payment that was made nor claim one that was not.
 */
export function stringCodeOf(state: AttemptState, stored?: StringCode | null): StringCode {
  if (state === 'APPROVED' || state === 'MANUAL') return 'SUCCESS'
  if (isIn(OPEN_STATES, state)) return 'IN_PROGRESS'
  if (!isIn(FINAL_STATES, state)) return 'UNKNOWN'
  const mayStand = stored && stored !== 'SUCCESS' && stored !== 'IN_PROGRESS'
  return mayStand ? stored : DEFAULT_CODES[state]
}

/** The order's status once its attempt is in a state; previousStatus is what the order was before it was being paid. */
export function orderStatusAfter(state: AttemptState, previousStatus: OrderStatus): OrderStatus {
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
