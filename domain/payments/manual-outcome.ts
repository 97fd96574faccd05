import { canAttemptBecome, type AttemptState } from './attempt-states.ts'

/** What a person may say of a payment that the terminal does not tell. */
export const MANUAL_OUTCOMES = ['paid', 'not_paid', 'given_back'] as const
export type ManualOutcome = (typeof MANUAL_OUTCOMES)[number]

export const STATE_OF_OUTCOME = {
  paid: 'MANUAL',
  not_paid: 'NOT_PROCESSED',
  given_back: 'REVERSED',
} as const satisfies Record<ManualOutcome, AttemptState>

/** Only of these does a person decide; all others the terminal or the shop itself ends. */
export const DECIDED_BY_PEOPLE = ['UNRESOLVED', 'REVIEW'] as const satisfies readonly AttemptState[]

/** What may be said of a payment now. An order that does not wait for its money can't be paid by a word. */
export function manualOutcomes({ state, isOrderWaiting }: { state: AttemptState; isOrderWaiting: boolean }) {
  const decided: readonly AttemptState[] = DECIDED_BY_PEOPLE
  if (!decided.includes(state)) return []
  const allowed = MANUAL_OUTCOMES.filter(outcome => canAttemptBecome(state, STATE_OF_OUTCOME[outcome]))
  return isOrderWaiting ? allowed : allowed.filter(outcome => outcome !== 'paid')
}

/**
 * What to do about a payment: `wait`, since the terminal is still asked, though a person who knows may say so already;
 * `decide`, since nobody else will; `check_amount`, since the terminal took another amount than was asked; `give_back` by
 * hand, since the terminal took money for a dead order and does not give it back; `being_given_back`, nothing;
 * `decide_refund`, since nobody knows whether it went back.
 */
export const ADVICE = ['wait', 'decide', 'check_amount', 'give_back', 'being_given_back', 'decide_refund'] as const
export type Advice = (typeof ADVICE)[number]

type Doubt = { state: AttemptState; isOrderWaiting: boolean; isStillAsked: boolean; isRefundUnresolved: boolean }

export function adviceFor({ state, isOrderWaiting, isStillAsked, isRefundUnresolved }: Doubt): Advice {
  if (state === 'REVERSAL_DUE') return isRefundUnresolved ? 'decide_refund' : 'being_given_back'
  if (state === 'REVIEW') return isOrderWaiting ? 'check_amount' : 'give_back'
  return isStillAsked ? 'wait' : 'decide'
}
