import { newMachine, type NewOperation, transitionOf } from './operation-machine.ts'
import type { OperationEffect, OperationMachine, OperationRules } from './operation.ts'
import { decideRefund } from './refund-answer.ts'
import type { RefundState } from './refund-states.ts'

/** `detail` is for the operator: why it was refused, or what is unusual about the response. */
export type RefundResult = { readonly to: RefundState; readonly detail?: string }
export type RefundMachine = OperationMachine<RefundState>
export type RefundEffect = OperationEffect<RefundState, RefundResult>

/** How often a refund checks whether its terminal is free. Shoppers go first. */
const QUEUE_CHECK_MS = 250
/** How long a refund waits for operations in progress at its terminal. */
export const REFUND_QUEUE_LIMIT_MS = 3 * 60_000
/** How long the terminal may take to answer before the refund's status is queried instead. */
const ANSWER_WITHIN_MS = 60_000

const RULES: OperationRules<RefundState, RefundResult> = {
  isQueued: ({ state, sentAt }) => state === 'INTENT' && sentAt === null,
  taken: 'INTENT',
  sent: 'SENT',
  queueCheckMs: () => QUEUE_CHECK_MS,
  answerWithinMs: () => ANSWER_WITHIN_MS,
  // A terminal can't cancel a refund.
  isCancelledWhenLate: false,
  decide(situation) {
    const { to, detail, askAgainAfterMs } = decideRefund(situation)
    return to === undefined
      ? { next: { askAgainAfterMs } }
      : { outcome: { to, ...(detail !== undefined && { detail }) } }
  },
  learned: (state, { kind }) => (state === 'SENT' && kind !== 'in_progress' ? 'UNKNOWN' : undefined),
  unsent: detail => ({ to: 'NOT_PROCESSED', detail }),
}

export const newRefundMachine = (refund: NewOperation<RefundState>): RefundMachine => newMachine(refund)

/** The state machine of refunds. */
export const transitionRefund = transitionOf(RULES)
