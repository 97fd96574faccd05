import type { contract } from '#contract/index.ts'
import { centsFromEuros } from '#domain/money.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { RefundWish } from '#domain/payments/refund.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { askRefund } from './ask-refund.ts'
import { decideRefundByHand } from './decide-refund.ts'
import type { RefundWorker } from './refund-worker.ts'
import { showRefund, showRefundsOfOrder, showUnresolvedRefunds } from './show-refunds.ts'

export function refundRoutes(context: Context, worker: RefundWorker): Handlers<typeof contract.refunds> {
  return {
    async ofOrder({ params, language }) {
      return (await showRefundsOfOrder(context, { orderId: params.id, language })) ?? refuse('notFound')
    },

    async ask({ params, body, user }) {
      const { reason, return_stock: returnsStock, given_by_hand: isGivenByHand = false, refunded_amount, lines } = body
      const wishes = lines ? readWishes(lines) : 'all'
      if (!wishes) return refuse('refund.quantityInvalid')
      const seenCents = centsFromEuros(refunded_amount)
      const request = { orderId: params.id, userId: user.userId, owner: worker.owner, seenCents, reason, returnsStock }
      const asked = await askRefund(context, { ...request, isGivenByHand, wishes })
      if (isRefusal(asked)) return asked
      const answer = await showRefund(context, asked.id)
      if (isRefundOpen(asked.state)) await worker.take(asked, 'live')
      return answer
    },

    unresolved: () => showUnresolvedRefunds(context),

    async decide({ params, body, user }) {
      const { outcome, reason } = body
      const word = { refundId: params.id, isGiven: outcome === 'given', userId: user.userId, reason }
      const decided = await decideRefundByHand(context, word)
      return isRefusal(decided) ? decided : showRefund(context, params.id)
    },
  }
}

type LineWish = { order_line_id: number; quantity?: number | undefined; amounts?: number[] | undefined }

/** Undefined when a quantity or an amount is invalid. */
function readWishes(lines: readonly LineWish[]): RefundWish[] | undefined {
  const wishes: RefundWish[] = []
  for (const { order_line_id: lineId, quantity, amounts } of lines) {
    const quantityThousandths = quantity === undefined ? undefined : thousandthsFromQuantity(quantity)
    const labelsCents = amounts?.map(centsFromEuros).filter(cents => cents !== undefined)
    const isRead =
      (quantity === undefined || quantityThousandths !== undefined) && labelsCents?.length === amounts?.length
    if (!isRead) return undefined
    const quantityWish = quantityThousandths !== undefined && { quantityThousandths }
    wishes.push({ lineId, ...quantityWish, ...(labelsCents && { labelsCents }) })
  }
  return wishes
}
