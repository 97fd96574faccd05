import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { RefundWorker } from '#server/modules/payments/refunds/refund-worker.ts'
import { requestRefund } from '#server/modules/payments/refunds/request-refund.ts'
import { type Author, authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { beginRecall, endRecall } from './begin-recall.ts'
import { aboutRecall, countBuyers, informBuyers, writeRecallMails } from './inform-buyers.ts'
import { findBuyers, findOwnRecalls, findRecall, findRecalls, findRefundable } from './queries.ts'
import { printRecallReport, recallReportRows } from './recall-report.ts'

export const recallRoutes = (context: Context): Handlers<typeof contract.recalls> => ({
  own: ({ user, language }) => findOwnRecalls(context.db, { userId: user.userId, language }),
  async confirm({ params, body, user }) {
    const at = context.now()
    const confirmed = await context.db
      .updateTable('recall_buyer')
      .set(row => ({
        confirmed_at: row.fn.coalesce('confirmed_at', row.val(at)),
        ...(body.wants_refund && { refund_requested_at: row.fn.coalesce('refund_requested_at', row.val(at)) }),
      }))
      .where('recall_id', '=', params.id)
      .where('user_id', '=', user.userId)
      .executeTakeFirst()
    return confirmed.numUpdatedRows === 0n ? refuse('notFound') : {}
  },
})

export function adminRecallRoutes(context: Context, worker: RefundWorker): Handlers<typeof contract.adminRecalls> {
  const { db, now } = context
  const author = authorAt(now)
  const getRecall = async (id: number, language: LanguageCode) =>
    (await findRecall(db, { id, language })) ?? refuse('notFound')
  return {
    list: ({ query, language }) => findRecalls(db, { ...query, language }),
    get: ({ params, language }) => getRecall(params.id, language),
    async preview({ params: { product }, query }) {
      const found = await db.selectFrom('product').select('recalled_at').where('id', '=', product).executeTakeFirst()
      if (!found) return refuse('notFound')
      const { sold_from: soldFrom = null, sold_until: soldUntil = null } = query
      const buyers = await countBuyers(db, { productId: product, soldFrom, soldUntil })
      return { buyers, is_recalled: found.recalled_at !== null }
    },
    async begin({ body, user, language }) {
      const begun = await beginRecall(context, body, author(user))
      if (isRefusal(begun)) return begun
      // Not left to the periodic job, so that the page shows the buyers at once; if this fails, the job does it.
      await informBuyers(context, begun.id).catch((error: unknown) =>
        context.log.warn({ err: error, recall: begun.id }, 'buyers of a recall were not found yet'),
      )
      return getRecall(begun.id, language)
    },
    async end({ params, user, language }) {
      const ended = await endRecall(context, params.id, author(user))
      return isRefusal(ended) ? ended : getRecall(ended.id, language)
    },
    buyers: async ({ params, query }) => (await findBuyers(db, params.id, query)) ?? refuse('notFound'),
    sendAgain: ({ params, user }) => sendAgain(context, params.id, author(user)),
    refund: ({ params, user }) =>
      refundBuyer(context, worker, { recallId: params.id, buyerId: params.buyer, userId: user.userId }),
    async reportCsv({ params, language }) {
      const recall = await getRecall(params.id, language)
      if (isRefusal(recall)) return recall
      return {
        name: `recall-${recall.id}`,
        format: 'csv',
        rows: recallReportRows(recall, await reporting(context, language)),
      }
    },
    async reportPdf({ params, language }) {
      const recall = await getRecall(params.id, language)
      if (isRefusal(recall)) return recall
      return {
        name: `recall-${recall.id}`,
        format: 'pdf',
        bytes: await printRecallReport(recall, await reporting(context, language)),
      }
    },
  }
}

const reporting = async ({ db, now, config }: Context, language: LanguageCode) => ({
  language,
  at: now(),
  money: config,
  operator: await db.selectFrom('operator').select(['name', 'business_id', 'address']).executeTakeFirstOrThrow(),
})

/** Emails again the buyers whom no message has reached and for whom none waits: the admin accepts a few duplicates. */
const sendAgain = (context: Context, recallId: number, author: Author) =>
  inRefusableTransaction(context.db, async trx => {
    const recall = await trx.selectFrom('recall').select('id').where('id', '=', recallId).forUpdate().executeTakeFirst()
    if (!recall) return refuse('notFound')
    const to = sql`buyer.recall_id = ${recallId} AND buyer.confirmed_at IS NULL AND NOT EXISTS (
      SELECT FROM push_notification told JOIN outbox_message message ON message.notification_id = told.id
      WHERE told.about = ${aboutRecall(recallId)} AND message.recall_buyer_id = buyer.id AND message.state <> 'failed')`
    const buyers = await writeRecallMails(trx, { id: recallId, at: context.now(), to })
    if (buyers > 0) {
      const change = { before: { sent_again: null }, after: { sent_again: buyers } }
      await recordChange(trx, { kind: 'recall', id: recallId, ...change, author })
    }
    return { buyers }
  })

type RefundBuyerInput = { recallId: number; buyerId: number; userId: number }

/** Asks for a refund of what is left of the product in each of the buyer's orders; the existing worker drives each to its end. */
async function refundBuyer(context: Context, worker: RefundWorker, { recallId, buyerId, userId }: RefundBuyerInput) {
  const orders = await findRefundable(context.db, { recallId, buyerId })
  if (!orders) return refuse('notFound')
  if (orders.length === 0) return refuse('refund.nothingLeft')
  const not_refunded: { order_id: number; code: string }[] = []
  for (const { orderId, lineId, refundedCents } of orders) {
    const asked = await requestRefund(context, {
      orderId,
      userId,
      owner: worker.owner,
      expectedCents: refundedCents,
      reason: `Recall ${recallId}`,
      // Recalled goods do not go back on the shelf.
      returnsStock: false,
      lines: [{ lineId }],
    })
    if (isRefusal(asked)) not_refunded.push({ order_id: orderId, code: asked.refused })
    else if (isRefundOpen(asked.state)) await worker.drive(asked, 'live')
  }
  return { refunds: orders.length - not_refunded.length, not_refunded }
}
