import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { RefundWorker } from '#server/modules/payments/refunds/refund-worker.ts'
import { requestRefund } from '#server/modules/payments/refunds/request-refund.ts'
import type { Context } from '#server/platform/context.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { findRefundable } from './queries.ts'

type RefundBuyerInput = { recallId: number; buyerId: number; userId: number }

/** Asks for a refund of what is left of the product in each of the buyer's orders; the existing worker drives each to its end. */
export async function refundBuyer(
  context: Context,
  worker: RefundWorker,
  { recallId, buyerId, userId }: RefundBuyerInput,
) {
  const orders = await findRefundable(context.db, { recallId, buyerId })
  if (!orders) return refuse('notFound')
  if (orders.length === 0) return refuse('refund.nothingLeft')
  const not_refunded: { order_id: number; code: string }[] = []
  for (const { orderId, lineIds, refundedCents } of orders) {
    const refund = await requestRefund(context, {
      orderId,
      userId,
      owner: worker.owner,
      expectedCents: refundedCents,
      reason: `Recall ${recallId}`,
      // Recalled goods do not go back on the shelf.
      returnsStock: false,
      lines: lineIds.map(lineId => ({ lineId })),
    })
    if (isRefusal(refund)) not_refunded.push({ order_id: orderId, code: refund.refused })
    else if (isRefundOpen(refund.state)) await worker.drive(refund, 'live')
  }
  return { refunds: orders.length - not_refunded.length, not_refunded }
}

type ConfirmedRecall = { recallId: number; userId: number; wantsRefund: boolean }

/** Records once that a buyer has read the recall, and once that they request a refund. */
export async function confirmRecall({ db, now }: Context, { recallId, userId, wantsRefund }: ConfirmedRecall) {
  const at = now()
  const confirmed = await db
    .updateTable('recall_buyer')
    .set(row => ({
      confirmed_at: row.fn.coalesce('confirmed_at', row.val(at)),
      ...(wantsRefund && { refund_requested_at: row.fn.coalesce('refund_requested_at', row.val(at)) }),
    }))
    .where('recall_id', '=', recallId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return confirmed.numUpdatedRows === 0n ? refuse('notFound') : {}
}
