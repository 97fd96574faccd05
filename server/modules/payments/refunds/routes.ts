import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { actsAsAdmin, type SignedIn } from '#server/platform/http/session.ts'
import { decideRefund } from './decide-refund.ts'
import { getRefundResponse, findRefundsOfOrder, listUnresolvedRefunds } from './queries.ts'
import type { RefundWorker } from './refund-worker.ts'
import { requestAndDriveRefund } from './request-refund.ts'

const toRequester = (user: SignedIn) => ({ userId: user.userId, mayExceedLimit: actsAsAdmin(user) })

export function refundRoutes(context: Context, worker: RefundWorker): Handlers<typeof contract.refunds> {
  return {
    listByOrder: async ({ params, user, language }) =>
      (await findRefundsOfOrder(context, { orderId: params.id, language, ...toRequester(user) })) ?? refuse('notFound'),

    request: ({ params, body, user }) =>
      requestAndDriveRefund(context, worker, { orderId: params.id, form: body, ...toRequester(user) }),

    unresolved: ({ stores }) => listUnresolvedRefunds(context, stores),

    async decide({ params, body, user }) {
      const decided = await decideRefund(context, { refundId: params.id, userId: user.userId, ...body })
      return isRefusal(decided) ? decided : getRefundResponse(context, params.id)
    },
  }
}
