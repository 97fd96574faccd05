import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { localRateLimit } from '#server/platform/http/local-rate-limit.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findReceipt, type WantedReceipt } from './find-receipts.ts'
import { listPurchases } from './list-purchases.ts'
import { mailAgain } from './mail-again.ts'
import { printReceipt } from './print-receipt.ts'
import { showReceipt } from './show-receipt.ts'

export function purchaseRoutes(context: Context): Handlers<typeof contract.purchases> {
  const { db, config } = context
  const printing = localRateLimit(context, RATE_LIMITS.receiptPapersPerUser)
  const print = async (wanted: WantedReceipt & { language: LanguageCode }, refundId: number | undefined) => {
    const receipt = await findReceipt(db, wanted)
    const bytes = receipt && (await printReceipt(receipt, { language: wanted.language, money: config, refundId }))
    const name = `receipt-${wanted.orderId}${refundId === undefined ? '' : `-${refundId}`}`
    return bytes ? ({ name, format: 'pdf', bytes } as const) : refuse('notFound')
  }
  return {
    list: ({ user, query }) => listPurchases(db, { userId: user.userId, before: query.before }),

    show: async ({ user, params: { id: orderId }, language }) =>
      (await showReceipt(db, { orderId, userId: user.userId, language })) ?? refuse('notFound'),

    async pdf({ user, params: { id: orderId }, query, language, reply }) {
      const limited = printing(reply, String(user.userId))
      return limited ?? print({ orderId, userId: user.userId, language }, query.refund_id)
    },

    async mail({ user, params: { id: orderId }, language, reply }) {
      const receipt = await findReceipt(db, { orderId, userId: user.userId, language })
      if (!receipt) return refuse('notFound')
      const limited = await refusedByRate(context, reply, [[RATE_LIMITS.receiptMailsPerUser, String(user.userId)]])
      if (limited) return limited
      await mailAgain(context, { to: user.email, receipt, language, origin: context.origin() })
      return {}
    },

    async setMailing({ user, body: { mails_receipts } }) {
      await db.updateTable('app_user').set({ mails_receipts }).where('id', '=', user.userId).execute()
      return {}
    },

    adminPdf: ({ params: { id: orderId }, query, language }) => print({ orderId, language }, query.refund_id),
  }
}
