import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { changeStatus, type AfterPreorderChange } from './change-status.ts'
import { findOrders } from './list-orders.ts'
import { settleWithdrawal } from './settle-withdrawal.ts'
import { showAdminOrder } from './show-admin-order.ts'

type Parts = { afterPreorderChange: AfterPreorderChange }

export function adminOrderRoutes(
  context: Context,
  { afterPreorderChange }: Parts,
): Handlers<typeof contract.adminOrders> {
  const show = async (orderId: number, { language }: Pick<Parameters<typeof showAdminOrder>[1], 'language'>) =>
    (await showAdminOrder(context, { orderId, language })) ?? refuse('notFound')
  return {
    list: ({ query }) => findOrders(context.db, { ...query, now: context.now() }),
    read: call => show(call.params.id, call),
    async changeStatus(call) {
      const { params, body, user } = call
      const { from, to, reason } = body
      const author = { userId: user.userId, at: context.now(), reason }
      const change = { orderId: params.id, from, to, author, origin: context.origin() }
      const changed = await changeStatus(context, change, afterPreorderChange)
      return isRefusal(changed) ? changed : show(params.id, call)
    },
    async settleWithdrawal(call) {
      const { params, body, user } = call
      const author = { userId: user.userId, at: context.now(), reason: body.reason }
      const settled = await settleWithdrawal(context, { orderId: params.id, author })
      return isRefusal(settled) ? settled : show(params.id, call)
    },
  }
}
