import { canAttemptBecome, type AttemptState } from './attempt-states.ts'

/** Outcomes that a person may record for a payment when the terminal reports none. */
export const MANUAL_OUTCOMES = ['paid', 'not_paid', 'refunded_by_hand'] as const
export type ManualOutcome = (typeof MANUAL_OUTCOMES)[number]

export const STATE_OF_OUTCOME = {
  paid: 'MANUAL',
  not_paid: 'NOT_PROCESSED',
  refunded_by_hand: 'REVERSED',
} as const satisfies Record<ManualOutcome, AttemptState>

/** A person decides only these states; the terminal or the server ends all others. */
export const DECIDED_BY_PEOPLE = ['UNRESOLVED', 'REVIEW'] as const satisfies readonly AttemptState[]

/** The outcomes that may be recorded now. An order that does not await payment can't be recorded as paid. */
export function manualOutcomes({ state, isOrderWaiting }: { state: AttemptState; isOrderWaiting: boolean }) {
  const decided: readonly AttemptState[] = DECIDED_BY_PEOPLE
  if (!decided.includes(state)) return []
  const allowed = MANUAL_OUTCOMES.filter(outcome => canAttemptBecome(state, STATE_OF_OUTCOME[outcome]))
  return isOrderWaiting ? allowed : allowed.filter(outcome => outcome !== 'paid')
}

/**
 * What to do about a payment. `wait`: the terminal is still queried, though a person who knows the outcome may record it;
 * `decide`: only a person can; `check_amount`: the terminal took another amount than requested; `refund_by_hand` by hand: the
 * terminal took money for a cancelled order and does not return it; `being_refunded`: nothing; `decide_refund`: it is
 * unknown whether the money was returned.
 */
export const ADVICE_KINDS = [
  'wait',
  'decide',
  'check_amount',
  'refund_by_hand',
  'being_refunded',
  'decide_refund',
] as const
export type AdviceKind = (typeof ADVICE_KINDS)[number]

type PaymentDoubt = { state: AttemptState; isOrderWaiting: boolean; isStillAsked: boolean; isRefundUnresolved: boolean }

export function adviceFor({ state, isOrderWaiting, isStillAsked, isRefundUnresolved }: PaymentDoubt): AdviceKind {
  if (state === 'REVERSAL_DUE') return isRefundUnresolved ? 'decide_refund' : 'being_refunded'
  if (state === 'REVIEW') return isOrderWaiting ? 'check_amount' : 'refund_by_hand'
  return isStillAsked ? 'wait' : 'decide'
}
