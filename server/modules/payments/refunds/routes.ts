import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { decideRefund } from './decide-refund.ts'
import { getRefundResponse, findRefundsOfOrder, listUnresolvedRefunds } from './queries.ts'
import type { RefundWorker } from './refund-worker.ts'
import { requestAndDriveRefund } from './request-refund.ts'

export function refundRoutes(context: Context, worker: RefundWorker): Handlers<typeof contract.refunds> {
  return {
    ofOrder: async ({ params, language }) =>
      (await findRefundsOfOrder(context, { orderId: params.id, language })) ?? refuse('notFound'),

    request: ({ params, body, user }) =>
      requestAndDriveRefund(context, worker, { orderId: params.id, userId: user.userId, form: body }),

    unresolved: () => listUnresolvedRefunds(context),

    async decide({ params, body, user }) {
      const decided = await decideRefund(context, { refundId: params.id, userId: user.userId, ...body })
      return isRefusal(decided) ? decided : getRefundResponse(context, params.id)
    },
  }
}
