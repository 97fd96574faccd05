import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { RefundWorker } from '#server/modules/payments/refunds/refund-worker.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { beginRecall, endRecall } from './begin-recall.ts'
import { mailBuyersAgain } from './inform-buyers.ts'
import { findOwnRecalls, findRecall, findRecalls } from './queries.ts'
import { findBuyers, findKnownLots, previewRecall } from './recall-buyers.ts'
import { exportRecallReport, findPrintedReport } from './recall-report.ts'
import { confirmRecall, refundBuyer } from './refund-buyer.ts'

export const recallRoutes = (context: Context): Handlers<typeof contract.recalls> => ({
  list: ({ user, language }) => findOwnRecalls(context.db, { userId: user.userId, language }),
  confirm: ({ params, body, user }) =>
    confirmRecall(context, { recallId: params.id, userId: user.userId, wantsRefund: body.wants_refund }),
})

export function adminRecallRoutes(context: Context, worker: RefundWorker): Handlers<typeof contract.adminRecalls> {
  const { db, now } = context
  const author = authorAt(now)
  const getRecall = async (id: number, language: LanguageCode) =>
    (await findRecall(db, { id, language })) ?? refuse('notFound')
  return {
    list: ({ query, language }) => findRecalls(db, { ...query, language }),
    get: ({ params, language }) => getRecall(params.id, language),
    lots: async ({ params }) => (await findKnownLots(db, params.product)) ?? refuse('notFound'),
    preview: async ({ params, query: { sold_from: soldFrom = null, sold_until: soldUntil = null, lots = [] } }) =>
      (await previewRecall(db, { productId: params.product, lots, soldFrom, soldUntil })) ?? refuse('notFound'),
    async begin({ body, user, language }) {
      const started = await beginRecall(context, body, author(user))
      return isRefusal(started) ? started : getRecall(started.id, language)
    },
    async end({ params, user, language }) {
      const ended = await endRecall(context, params.id, author(user))
      return isRefusal(ended) ? ended : getRecall(ended.id, language)
    },
    buyers: async ({ params, query }) => (await findBuyers(db, params.id, query)) ?? refuse('notFound'),
    sendAgain: ({ params, user }) => mailBuyersAgain(context, params.id, author(user)),
    refund: ({ params, user }) =>
      refundBuyer(context, worker, { recallId: params.id, buyerId: params.buyer, userId: user.userId }),
    reportCsv: async ({ params, language }) =>
      (await exportRecallReport(context, params.id, language)) ?? refuse('notFound'),
    reportPdf: async ({ params, language }) =>
      (await findPrintedReport(context, params.id, language)) ?? refuse('notFound'),
  }
}
