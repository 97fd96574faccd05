import { setTimeout as sleep } from 'node:timers/promises'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { SEND_WITHIN_MS } from '#domain/payments/payment-course.ts'
import { decideRefund } from '#domain/payments/refund-answer.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findRefund, type Refund } from './refund-rows.ts'
import { settleRefund } from './settle-refund.ts'

const ASK_FOR_MS = 10_000

export type RefundWord = { refundId: number; isGiven: boolean; userId: number; reason: string }

/**
 * Records an admin's decision on an unresolved refund. Asks the terminal a last time: an outcome from the terminal takes
 * precedence, and one that arrives while the admin decides is not overwritten.
 */
export async function decideRefundByHand(context: Context, { refundId, isGiven, userId, reason }: RefundWord) {
  const refund = await findRefund(context.db, refundId)
  if (!refund) return refuse('notFound')
  if (refund.state !== 'UNRESOLVED') return refuse(isRefundOpen(refund.state) ? 'refund.pending' : 'refund.settled')
  const told = await lastWord(context, refund)
  if (told === 'settled') return refuse('refund.settled')
  // The terminal refunded another amount than requested: repeating the refund would be too much.
  if (told === 'given' && !isGiven) return refuse('refund.outcomeImpossible')
  const to = isGiven ? 'DONE' : 'NOT_PROCESSED'
  const isWritten = await settleRefund(context, refund, { to, source: 'admin', by: { userId, reason } })
  return isWritten ? { refundId } : refuse('refund.settled')
}

/** The terminal's answer to a last status request; undefined when it is nothing new. */
async function lastWord(context: Context, refund: Refund): Promise<'settled' | 'given' | undefined> {
  const terminal = context.terminals.byProvider(refund.provider)
  if (!terminal?.refundStatus) return undefined
  const now = context.now()
  const answer = await Promise.race([
    terminal.refundStatus(refund.payment, refund.asked),
    sleep(ASK_FOR_MS, { kind: 'unreachable' } satisfies TerminalAnswer, { ref: false }),
  ])
  const { state, asked, sentAt } = refund
  const quiescenceMs = SEND_WITHIN_MS + terminal.quiescenceMs
  const situation = { state, amountCents: asked.amountCents, sentAt: sentAt ?? now, now, quiescenceMs, answer }
  const { to, detail } = decideRefund(situation)
  if (to === undefined || isRefundOpen(to)) return answer.kind === 'approved' ? 'given' : undefined
  await settleRefund(context, refund, { to, detail, answer, source: 'recovery' })
  return 'settled'
}
