import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { decideApproval } from './decide-approval.ts'
import { listApprovals } from './list-approvals.ts'
import { findOwnApproval, requestApproval } from './request-approval.ts'

export const approvalRoutes = (context: Context): Handlers<typeof contract.approvals> => ({
  get: ({ params, user }) => findOwnApproval(context, { orderId: params.id, userId: user.userId }),

  async request({ params, user, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.approvalsPerUser, String(user.userId)]])
    return limited ?? requestApproval(context, { orderId: params.id, userId: user.userId })
  },

  list: ({ stores, user, language }) => listApprovals(context, { stores, userId: user.userId, language }),

  decide: ({ params, body, user }) =>
    decideApproval(context, { orderId: params.id, userId: user.userId, isApproved: body.is_approved }),
})
