import { orderCan } from '#domain/orders/order.ts'
import { FINAL_STATES, isIn, type StringCode } from '#domain/payments/attempt-states.ts'
import { type ManualOutcome, manualOutcomes, STATE_OF_OUTCOME } from '#domain/payments/manual-outcome.ts'
import { SEND_WITHIN_MS } from '#domain/payments/operation-machine.ts'
import { decideAttempt } from '#domain/payments/payment-attempt.ts'
import { type Attempt, getAttempt } from '#server/modules/payments/order-payments/attempts.ts'
import { settleAttempt } from '#server/modules/payments/order-payments/settle-attempt.ts'
import { getLastAnswer } from '#server/modules/payments/terminal-operations/last-answer.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findDoubt } from './doubtful-payments.ts'

/** The code that the shopper gets for each outcome. */
const DECISION_CODES = {
  paid: 'SUCCESS',
  not_paid: 'TERMINAL_UNREACHABLE',
  refunded_by_hand: 'USER_CANCELLED',
} as const satisfies Record<ManualOutcome, StringCode>

type DecidePaymentInput = { attemptId: number; outcome: ManualOutcome; userId: number; reason: string }

/**
 * Records an admin's decision on a payment whose outcome the terminal does not report. Asks the terminal a last time: an outcome
 * from the terminal takes precedence, and one that arrives while the admin decides is not overwritten.
 */
export async function decidePayment(context: Context, { attemptId, outcome, userId, reason }: DecidePaymentInput) {
  const doubt = await findDoubt(context.db, attemptId)
  if (!doubt) return refuse('notFound')
  const isOrderWaiting = orderCan.awaitsTerminal({ status: doubt.status, cancelledAt: doubt.cancelled_at })
  const outcomes = manualOutcomes({ state: doubt.state, isOrderWaiting })
  if (outcomes.length === 0) return refuse(isIn(FINAL_STATES, doubt.state) ? 'payment.settled' : 'payment.underWay')
  if (!outcomes.includes(outcome)) return refuse('payment.outcomeImpossible')
  const attempt = await getAttempt(context.db, attemptId)
  if (attempt.state !== doubt.state) return refuse('payment.settled')
  const fromTerminal = await settleByTerminal(context, attempt, outcome)
  if (fromTerminal === 'settled') return refuse('payment.settled')
  // A server that asks about it may be capturing it at this moment.
  if (fromTerminal === 'still_open' && doubt.mayBeAsked) return refuse('payment.underWay')
  const by = { userId, reason, seen: attempt.state }
  const decision = { to: STATE_OF_OUTCOME[outcome], stringCode: DECISION_CODES[outcome], source: 'admin', by } as const
  return (await settleAttempt(context, attempt, decision)) ? {} : refuse('payment.settled')
}

/**
 * The terminal's answer to a last question; undefined when it is nothing new. Only for an unresolved payment can there be one. A
 * payment in an app that was not paid is cancelled there first: `still_open` while it is not known to have ended.
 */
async function settleByTerminal(
  context: Context,
  attempt: Attempt,
  outcome: ManualOutcome,
): Promise<'settled' | 'still_open' | undefined> {
  const terminal = context.terminals.byProvider(attempt.provider)
  if (!terminal || attempt.state !== 'UNRESOLVED') return undefined
  const now = context.now()
  const withdraw = outcome === 'not_paid' ? terminal.withdraw : undefined
  const queryTerminal = withdraw ?? terminal.status
  const answer = await getLastAnswer(queryTerminal.call(terminal, attempt.payment))
  const { state, payment, sentAt, cancelRequestedAt } = attempt
  const inFlightMs = SEND_WITHIN_MS + terminal.inFlightMs
  const situation = { state, amountCents: payment.amountCents, sentAt: sentAt ?? now, now, inFlightMs, answer }
  const { to, stringCode = 'UNKNOWN' } = decideAttempt({ ...situation, cancelRequestedAt })
  if (to === undefined) return withdraw ? 'still_open' : undefined
  // The outcome that the admin records, and perhaps caused by the withdrawal: the caller then records it in the admin's name.
  if (withdraw && answer.kind === 'cancelled') return undefined
  await settleAttempt(context, attempt, { to, stringCode, answer, source: 'recovery' })
  return 'settled'
}
