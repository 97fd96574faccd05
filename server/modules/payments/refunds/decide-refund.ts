import { SEND_WITHIN_MS } from '#domain/payments/operation-machine.ts'
import { decideRefund as decideByAnswer } from '#domain/payments/refund-machine.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import { getLastAnswer } from '#server/modules/payments/terminal-operations/last-answer.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { settleRefundFailure } from './refund-failures.ts'
import { findRefund, type Refund } from './refund-rows.ts'
import { settleRefund } from './settle-refund.ts'

type DecideRefundInput = {
  refundId: number
  outcome: 'refunded' | 'not_refunded' | 'refunded_by_hand'
  userId: number
  reason: string
}

/**
 * Records an admin's decision on an unresolved refund. Asks the terminal a last time: an outcome from the terminal takes
 * precedence, and one that arrives while the admin decides is not overwritten.
 */
export async function decideRefund(context: Context, { refundId, outcome, userId, reason }: DecideRefundInput) {
  const refund = await findRefund(context.db, refundId)
  if (!refund) return refuse('notFound')
  // Only after a failure can it be returned in another way: an open one may still be given.
  if (refund.state === 'DONE' && outcome !== 'not_refunded')
    return settleRefundFailure(context, {
      refundId,
      as: outcome === 'refunded' ? 'by_service' : 'by_hand',
      userId,
      reason,
    })
  if (refund.state !== 'UNRESOLVED') return refuse(isRefundOpen(refund.state) ? 'refund.pending' : 'refund.settled')
  if (outcome === 'refunded_by_hand') return refuse('refund.settled')
  const isRefunded = outcome === 'refunded'
  const fromTerminal = await settleByTerminal(context, refund)
  if (fromTerminal === 'settled') return refuse('refund.settled')
  // The terminal refunded another amount than requested: repeating the refund would be too much.
  if (fromTerminal === 'refunded' && !isRefunded) return refuse('refund.outcomeImpossible')
  const to = isRefunded ? 'DONE' : 'NOT_PROCESSED'
  const isWritten = await settleRefund(context, refund, { to, source: 'admin', by: { userId, reason } })
  return isWritten ? { refundId } : refuse('refund.settled')
}

/** The result of a last status request to the terminal; undefined if it changes nothing. */
async function settleByTerminal(context: Context, refund: Refund): Promise<'settled' | 'refunded' | undefined> {
  const terminal = context.terminals.byProvider(refund.provider)
  if (!terminal?.refundStatus) return undefined
  const now = context.now()
  const answer = await getLastAnswer(terminal.refundStatus(refund.payment, refund.request))
  const { state, request, sentAt } = refund
  const inFlightMs = SEND_WITHIN_MS + terminal.inFlightMs
  const situation = { state, amountCents: request.amountCents, sentAt: sentAt ?? now, now, inFlightMs, answer }
  const { to, detail } = decideByAnswer(situation)
  if (to === undefined || isRefundOpen(to)) return answer.kind === 'approved' ? 'refunded' : undefined
  await settleRefund(context, refund, { to, detail, answer, source: 'recovery' })
  return 'settled'
}
