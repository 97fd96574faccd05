import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import { type Purchase, PURCHASES_A_PAGE } from '#contract/orders/receipts.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { Receipt } from '#domain/orders/receipt.ts'
import { isPaidByTest } from '#server/modules/payments/order-payments/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { localRateLimit, RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findReceipt, type WantedReceipt, findReceiptResponse } from './find-receipts.ts'
import { printReceipt } from './format-receipt.ts'
import { receiptMail } from './mail-receipts.ts'

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

    get: async ({ user, params: { id: orderId }, language }) =>
      (await findReceiptResponse(db, { orderId, userId: user.userId, language })) ?? refuse('notFound'),

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

type MailReceiptInput = { to: string; receipt: Receipt; language: LanguageCode; origin: string }

/** Emails a receipt to the shopper who requests it, with a PDF to forward. */
async function mailAgain(
  { outbox, db, config }: Context,
  { to, receipt, language, origin }: MailReceiptInput,
): Promise<void> {
  const wording = { language, money: config }
  const link = `${origin}/purchases/${receipt.orderId}`
  const mail = receiptMail({ receipt, refundId: null, link, ...wording })
  const pdf = await printReceipt(receipt, wording)
  if (!mail || !pdf) throw new Error(`receipt ${receipt.number} was not written`)
  const attachment = {
    name: `receipt-${receipt.number}.pdf`,
    type: 'application/pdf',
    base64: (await buffer(pdf)).toString('base64'),
  }
  await outbox.enqueue(db, 'mail', { to, ...mail, attachments: [attachment] })
}

/** `before`: the last purchase of the previous page. */
type PurchaseQuery = { userId: number; before: number | undefined }

/** A shopper's purchases, newest first, and the totals of their months. */
async function listPurchases(db: Db, { userId, before }: PurchaseQuery) {
  const rows = await findPage(db, { userId, before })
  const items = rows.slice(0, PURCHASES_A_PAGE)
  const months = [...new Set(items.map(({ month }) => month))]
  const { mails_receipts } = await db
    .selectFrom('app_user')
    .select('mails_receipts')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    items: items.map(toPurchase),
    months: months.length === 0 ? [] : await findMonths(db, { userId, months }),
    has_more: rows.length > items.length,
    mails_receipts,
  }
}

const own = (userId: number) => sql`
  SELECT paid.id, paid.store_id, paid.paid_at, paid.total_cents, paid.order_type,
    ${isPaidByTest(sql`paid.id`)} AS is_test,
    to_char(paid.paid_at AT TIME ZONE coalesce(receipt.time_zone, store.time_zone), 'YYYY-MM') AS month,
    coalesce(receipt.store_name, store.name) AS store_name,
    coalesce((SELECT sum(amount_cents) FROM refund WHERE refund.order_id = paid.id AND refund.kind = 'refund'
      AND refund.state = 'DONE'), 0)::integer AS refunded_cents
  FROM customer_order paid JOIN store ON store.id = paid.store_id
  LEFT JOIN receipt ON receipt.order_id = paid.id AND receipt.refund_id IS NULL
  WHERE paid.user_id = ${userId} AND paid.paid_at IS NOT NULL`

type PurchaseRow = {
  id: number
  store_id: number
  store_name: string
  paid_at: Date
  month: string
  total_cents: number
  refunded_cents: number
  is_test: boolean
  order_type: 'standard' | 'preorder'
}

/** A page, and one purchase more if there is one. */
async function findPage(db: Db, { userId, before }: PurchaseQuery): Promise<PurchaseRow[]> {
  const isAfter =
    before === undefined
      ? sql``
      : sql`AND (paid.paid_at, paid.id) < (SELECT paid_at, id FROM customer_order
          WHERE id = ${before} AND user_id = ${userId})`
  const { rows } = await sql<PurchaseRow>`
    ${own(userId)} ${isAfter} ORDER BY paid.paid_at DESC, paid.id DESC LIMIT ${PURCHASES_A_PAGE + 1}`.execute(db)
  return rows
}

async function findMonths(db: Db, { userId, months }: { userId: number; months: string[] }) {
  const { rows } = await sql<{ month: string; purchases: number; cents: number }>`
    SELECT month, count(*)::integer AS purchases, sum(total_cents - refunded_cents)::bigint AS cents
    FROM (${own(userId)}) own WHERE month = ANY(${months}::text[])
    GROUP BY month ORDER BY month DESC`.execute(db)
  return rows.map(({ month, purchases, cents }) => ({ month, purchases, total_amount: eurosFromCents(cents) }))
}

const toPurchase = (row: PurchaseRow): Purchase => ({
  id: row.id,
  store: { id: row.store_id, name: row.store_name },
  paid_at: row.paid_at.toISOString(),
  month: row.month,
  total_amount: eurosFromCents(row.total_cents),
  refunded_amount: eurosFromCents(row.refunded_cents),
  ...(row.is_test && { is_test: true }),
  isPreorder: row.order_type === 'preorder',
})
