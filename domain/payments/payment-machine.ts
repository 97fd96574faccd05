import type { AttemptState, StringCode } from './attempt-states.ts'
import { newMachine, type NewOperation, buildTransition } from './operation-machine.ts'
import type { OperationEffect, OperationMachine, OperationRules } from './operation.ts'
import { decideAttempt } from './payment-attempt.ts'
import { CANCEL_AFTER_MS } from './payment-timeouts.ts'

export type PaymentOutcome = { readonly to: AttemptState; readonly stringCode: StringCode }
export type PaymentMachine = OperationMachine<AttemptState>
export type PaymentEffect = OperationEffect<AttemptState, PaymentOutcome>

/** Waiting attempts are notified when the queue moves; this covers lost notifications. */
const QUEUE_CHECK_MS = 5000

const PAYMENT_RULES: OperationRules<AttemptState, PaymentOutcome> = {
  isQueued: ({ state }) => state === 'QUEUED',
  claimed: 'INTENT',
  sent: 'INTENT',
  // Spread over a second, so that not all attempts check at the same moment after a database outage.
  queueCheckMs: ({ deadlineAt }) => QUEUE_CHECK_MS - (deadlineAt % 1000),
  answerWithinMs: ({ cancelAfterMs }) => cancelAfterMs ?? CANCEL_AFTER_MS,
  isCancelledWhenLate: true,
  decide(situation) {
    const decision = decideAttempt(situation)
    if (decision.to === undefined) return { next: decision }
    const { to, stringCode = 'UNKNOWN' } = decision
    return { outcome: { to, stringCode } }
  },
  learned(state, { kind }) {
    const learned = kind === 'in_progress' ? 'SENT' : 'UNKNOWN'
    return state === learned || state === 'UNRESOLVED' ? undefined : learned
  },
  unsent: stringCode => ({ to: stringCode === 'USER_CANCELLED' ? 'CANCELLED' : 'NOT_PROCESSED', stringCode }),
}

export const newPaymentMachine = (attempt: NewOperation<AttemptState>): PaymentMachine => newMachine(attempt)

/** The state machine of payment attempts. */
export const transitionPayment = buildTransition(PAYMENT_RULES)
