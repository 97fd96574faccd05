import type { contract } from '#contract/index.ts'
import { findReceiptFile } from '#server/modules/orders/receipts/find-receipts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { type AfterPreorderChange, changeStatus, settleWithdrawal } from './change-status.ts'
import { findAdminOrder } from './find-admin-order.ts'
import { findOrders } from './list-orders.ts'

type AdminOrderServices = { afterPreorderChange: AfterPreorderChange }

export function adminOrderRoutes(
  context: Context,
  { afterPreorderChange }: AdminOrderServices,
): Handlers<typeof contract.adminOrders> {
  const getOrder = async (orderId: number, { language }: Pick<Parameters<typeof findAdminOrder>[1], 'language'>) =>
    (await findAdminOrder(context, { orderId, language })) ?? refuse('notFound')
  return {
    list: ({ query, stores }) => findOrders(context.db, { ...query, stores, now: context.now() }),
    get: call => getOrder(call.params.id, call),
    async changeStatus(call) {
      const { params, body, user } = call
      const { from, to, reason } = body
      const author = { userId: user.userId, at: context.now(), reason }
      const change = { orderId: params.id, from, to, author, origin: context.origin() }
      const changed = await changeStatus(context, change, afterPreorderChange)
      return isRefusal(changed) ? changed : getOrder(params.id, call)
    },
    async settleWithdrawal(call) {
      const { params, body, user } = call
      const author = { userId: user.userId, at: context.now(), reason: body.reason }
      const settled = await settleWithdrawal(context, { orderId: params.id, author })
      return isRefusal(settled) ? settled : getOrder(params.id, call)
    },
    receiptPdf: ({ params: { id: orderId }, query, language }) =>
      findReceiptFile(context, { orderId, language }, query.refund_id),
  }
}
