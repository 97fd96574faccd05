import { setTimeout as sleep } from 'node:timers/promises'
import type { contract } from '#contract/index.ts'
import { centsFromEuros } from '#domain/money.ts'
import { SEND_WITHIN_MS } from '#domain/payments/operation-machine.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { decideRefund } from '#domain/payments/refund-machine.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { RefundLineInput } from '#domain/payments/refund.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { getRefundResponse, findRefundsOfOrder, listUnresolvedRefunds } from './queries.ts'
import { settleRefundFailure } from './refund-failures.ts'
import { findRefund, type Refund } from './refund-rows.ts'
import type { RefundWorker } from './refund-worker.ts'
import { requestRefund } from './request-refund.ts'
import { settleRefund } from './settle-refund.ts'

export function refundRoutes(context: Context, worker: RefundWorker): Handlers<typeof contract.refunds> {
  return {
    async ofOrder({ params, language }) {
      return (await findRefundsOfOrder(context, { orderId: params.id, language })) ?? refuse('notFound')
    },

    async request({ params, body, user }) {
      const {
        reason,
        return_stock: returnsStock,
        refunded_by_hand: isGivenByHand = false,
        refunded_amount,
        lines,
      } = body
      const wishes = lines ? readLineInputs(lines) : 'all'
      if (!wishes) return refuse('refund.quantityInvalid')
      const expectedCents = centsFromEuros(refunded_amount)
      const request = {
        orderId: params.id,
        userId: user.userId,
        owner: worker.owner,
        expectedCents,
        reason,
        returnsStock,
      }
      const asked = await requestRefund(context, { ...request, isGivenByHand, lines: wishes })
      if (isRefusal(asked)) return asked
      const answer = await getRefundResponse(context, asked.id)
      if (isRefundOpen(asked.state)) await worker.drive(asked, 'live')
      return answer
    },

    unresolved: () => listUnresolvedRefunds(context),

    async decide({ params, body, user }) {
      const { outcome, reason } = body
      const word = { refundId: params.id, outcome, userId: user.userId, reason }
      const decided = await decideRefundByHand(context, word)
      return isRefusal(decided) ? decided : getRefundResponse(context, params.id)
    },
  }
}

type LineInput = { order_line_id: number; quantity?: number | undefined; amounts?: number[] | undefined }

/** Undefined when a quantity or an amount is invalid. */
function readLineInputs(lines: readonly LineInput[]): RefundLineInput[] | undefined {
  const wishes: RefundLineInput[] = []
  for (const { order_line_id: lineId, quantity, amounts } of lines) {
    const quantityThousandths = quantity === undefined ? undefined : thousandthsFromQuantity(quantity)
    const labelsCents = amounts?.map(centsFromEuros).filter(cents => cents !== undefined)
    const isRead =
      (quantity === undefined || quantityThousandths !== undefined) && labelsCents?.length === amounts?.length
    if (!isRead) return undefined
    const quantityInput = quantityThousandths !== undefined && { quantityThousandths }
    wishes.push({ lineId, ...quantityInput, ...(labelsCents && { labelsCents }) })
  }
  return wishes
}

const ASK_FOR_MS = 10_000

type RefundDecisionInput = {
  refundId: number
  outcome: 'given' | 'not_given' | 'refunded_by_hand'
  userId: number
  reason: string
}

/**
 * Records an admin's decision on an unresolved refund. Asks the terminal a last time: an outcome from the terminal takes
 * precedence, and one that arrives while the admin decides is not overwritten.
 */
async function decideRefundByHand(context: Context, { refundId, outcome, userId, reason }: RefundDecisionInput) {
  const refund = await findRefund(context.db, refundId)
  if (!refund) return refuse('notFound')
  // Only after a failure can it be returned in another way: an open one may still be given.
  if (refund.state === 'DONE' && outcome !== 'not_given')
    return settleRefundFailure(context, {
      refundId,
      as: outcome === 'given' ? 'by_service' : 'by_hand',
      userId,
      reason,
    })
  if (refund.state !== 'UNRESOLVED') return refuse(isRefundOpen(refund.state) ? 'refund.pending' : 'refund.settled')
  if (outcome === 'refunded_by_hand') return refuse('refund.settled')
  const isGiven = outcome === 'given'
  const fromTerminal = await settleByTerminal(context, refund)
  if (fromTerminal === 'settled') return refuse('refund.settled')
  // The terminal refunded another amount than requested: repeating the refund would be too much.
  if (fromTerminal === 'given' && !isGiven) return refuse('refund.outcomeImpossible')
  const to = isGiven ? 'DONE' : 'NOT_PROCESSED'
  const isWritten = await settleRefund(context, refund, { to, source: 'admin', by: { userId, reason } })
  return isWritten ? { refundId } : refuse('refund.settled')
}

/** The result of a last status request to the terminal; undefined if it changes nothing. */
async function settleByTerminal(context: Context, refund: Refund): Promise<'settled' | 'given' | undefined> {
  const terminal = context.terminals.byProvider(refund.provider)
  if (!terminal?.refundStatus) return undefined
  const now = context.now()
  const answer = await Promise.race([
    terminal.refundStatus(refund.payment, refund.asked),
    sleep(ASK_FOR_MS, { kind: 'unreachable' } satisfies TerminalAnswer, { ref: false }),
  ])
  const { state, asked, sentAt } = refund
  const inFlightMs = SEND_WITHIN_MS + terminal.inFlightMs
  const situation = { state, amountCents: asked.amountCents, sentAt: sentAt ?? now, now, inFlightMs, answer }
  const { to, detail } = decideRefund(situation)
  if (to === undefined || isRefundOpen(to)) return answer.kind === 'approved' ? 'given' : undefined
  await settleRefund(context, refund, { to, detail, answer, source: 'recovery' })
  return 'settled'
}
