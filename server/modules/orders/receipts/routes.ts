import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { localRateLimit, refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findReceipt, findReceiptFile, findReceiptResponse } from './find-receipts.ts'
import { listPurchases } from './list-purchases.ts'
import { mailReceipt, saveReceiptMailing } from './mail-receipts.ts'

export function purchaseRoutes(context: Context): Handlers<typeof contract.purchases> {
  const { db } = context
  const printing = localRateLimit(context, RATE_LIMITS.receiptPapersPerUser)
  return {
    list: ({ user, query }) => listPurchases(db, { userId: user.userId, before: query.before }),

    get: async ({ user, params: { id: orderId }, language }) =>
      (await findReceiptResponse(db, { orderId, userId: user.userId, language })) ?? refuse('notFound'),

    async pdf({ user, params: { id: orderId }, query, language, reply }) {
      const limited = printing(reply, String(user.userId))
      return limited ?? findReceiptFile(context, { orderId, userId: user.userId, language }, query.refund_id)
    },

    async mail({ user, params: { id: orderId }, language, reply }) {
      const receipt = await findReceipt(db, { orderId, userId: user.userId, language })
      if (!receipt) return refuse('notFound')
      const limited = await refusedByRate(context, reply, [[RATE_LIMITS.receiptMailsPerUser, String(user.userId)]])
      if (limited) return limited
      await mailReceipt(context, { to: user.email, receipt, language, origin: context.origin() })
      return {}
    },

    setMailing: ({ user, body }) => saveReceiptMailing(db, user.userId, body),
  }
}
