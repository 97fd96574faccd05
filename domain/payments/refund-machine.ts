import { newMachine, type NewOperation, buildTransition } from './operation-machine.ts'
import type { OperationEffect, OperationMachine, OperationRules } from './operation.ts'
import { backOffMs, type TerminalAnswer } from './payment-attempt.ts'
import { UNRESOLVED_AFTER_MS, UNRESOLVED_ASK_EVERY_MS } from './payment-timeouts.ts'
import { type RefundState, isRefundOpen } from './refund-states.ts'

export type RefundSituation = {
  state: RefundState
  amountCents: number
  /** When the terminal may first have received the refund. */
  sentAt: Date | number
  now: Date | number
  /** How long a request may be in transit to the terminal; until then "not found" proves nothing. */
  inFlightMs: number
  answer: TerminalAnswer
}

/** `detail` is for the operator: why it was refused, or what is unusual about the response. */
export type RefundDecision =
  | { to: RefundState; detail?: string; queryAgainAfterMs?: never }
  | { queryAgainAfterMs: number; to?: never; detail?: never }

/**
 * The only place where a terminal's response becomes a refund's outcome. A refund that no terminal is queried about (not
 * sent yet, or ended) keeps its state, whatever the response.
 */
export function decideRefund(situation: RefundSituation): RefundDecision {
  const { state, answer, inFlightMs } = situation
  if (state === 'INTENT' || !isRefundOpen(state)) return { to: state }
  switch (answer.kind) {
    case 'approved':
      return decideRefunded(situation, answer.amountCents)
    case 'declined':
      return { to: 'REFUSED', detail: answer.code }
    case 'cancelled':
      return { to: 'REFUSED', detail: 'CANCELLED' }
    case 'not_found':
      return ageMs(situation) >= inFlightMs ? { to: 'NOT_PROCESSED', detail: 'NOT_FOUND' } : queryAgain(situation)
    case 'not_taken':
      // Only the call that sends the refund returns this, and it is made once.
      return { to: 'NOT_PROCESSED', detail: answer.reason === 'busy' ? 'TERMINAL_BUSY' : 'TERMINAL_UNREACHABLE' }
    default: // in progress, busy, unreachable: nothing is known yet
      return queryAgain(situation)
  }
}

/** A different amount than requested needs an admin: the rows would record money that did not move. */
function decideRefunded(situation: RefundSituation, refundedCents: number): RefundDecision {
  if (refundedCents === situation.amountCents) return { to: 'DONE' }
  return situation.state === 'UNRESOLVED'
    ? { queryAgainAfterMs: UNRESOLVED_ASK_EVERY_MS }
    : { to: 'UNRESOLVED', detail: 'OTHER_AMOUNT' }
}

function queryAgain(situation: RefundSituation): RefundDecision {
  if (situation.state === 'UNRESOLVED') return { queryAgainAfterMs: UNRESOLVED_ASK_EVERY_MS }
  const age = ageMs(situation)
  if (age >= UNRESOLVED_AFTER_MS) return { to: 'UNRESOLVED', detail: 'NO_ANSWER' }
  const { answer, inFlightMs } = situation
  const turningPoints = [UNRESOLVED_AFTER_MS, ...(answer.kind === 'not_found' ? [inFlightMs] : [])]
  return { queryAgainAfterMs: Math.min(backOffMs(age), ...turningPoints.map(point => point - age)) }
}

const ageMs = ({ now, sentAt }: RefundSituation): number => Number(now) - Number(sentAt)

/** `detail` is for the operator: why it was refused, or what is unusual about the response. */
export type RefundResult = { readonly to: RefundState; readonly detail?: string }
export type RefundMachine = OperationMachine<RefundState>
export type RefundEffect = OperationEffect<RefundState, RefundResult>

/** How often a refund checks whether its terminal is free. Shoppers go first. */
const QUEUE_CHECK_MS = 250
/** How long the terminal may take to answer before the refund's status is queried instead. */
const ANSWER_WITHIN_MS = 60_000

const REFUND_RULES: OperationRules<RefundState, RefundResult> = {
  isQueued: ({ state, sentAt }) => state === 'INTENT' && sentAt === null,
  claimed: 'INTENT',
  sent: 'SENT',
  queueCheckMs: () => QUEUE_CHECK_MS,
  answerWithinMs: () => ANSWER_WITHIN_MS,
  // A terminal can't cancel a refund.
  isCancelledWhenLate: false,
  decide(situation) {
    const { to, detail, queryAgainAfterMs } = decideRefund(situation)
    return to === undefined
      ? { next: { queryAgainAfterMs } }
      : { outcome: { to, ...(detail !== undefined && { detail }) } }
  },
  learned: (state, { kind }) => (state === 'SENT' && kind !== 'in_progress' ? 'UNKNOWN' : undefined),
  unsent: detail => ({ to: 'NOT_PROCESSED', detail }),
}

export const newRefundMachine = (refund: NewOperation<RefundState>): RefundMachine => newMachine(refund)

/** The state machine of refunds. */
export const transitionRefund = buildTransition(REFUND_RULES)
