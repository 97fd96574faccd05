import { sql } from 'kysely'
import { type Purchase, PURCHASES_A_PAGE } from '#contract/orders/receipts.ts'
import { eurosFromCents } from '#domain/money.ts'
import { isPaidByTest } from '#server/modules/payments/order-payments/attempts.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** `before`: the last purchase of the previous page. */
type PurchaseQuery = { userId: number; before: number | undefined }

/** A shopper's purchases, newest first, and the totals of their months. */
export async function listPurchases(db: Db, { userId, before }: PurchaseQuery) {
  const rows = await findPurchases(db, { userId, before })
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

const purchaseRows = (userId: number) => sql`
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
async function findPurchases(db: Db, { userId, before }: PurchaseQuery): Promise<PurchaseRow[]> {
  const isAfter =
    before === undefined
      ? sql``
      : sql`AND (paid.paid_at, paid.id) < (SELECT paid_at, id FROM customer_order
          WHERE id = ${before} AND user_id = ${userId})`
  const { rows } = await sql<PurchaseRow>`
    ${purchaseRows(userId)} ${isAfter} ORDER BY paid.paid_at DESC, paid.id DESC LIMIT ${PURCHASES_A_PAGE + 1}`.execute(
    db,
  )
  return rows
}

async function findMonths(db: Db, { userId, months }: { userId: number; months: string[] }) {
  const { rows } = await sql<{ month: string; purchases: number; cents: number }>`
    SELECT month, count(*)::integer AS purchases, sum(total_cents - refunded_cents)::bigint AS cents
    FROM (${purchaseRows(userId)}) purchase WHERE month = ANY(${months}::text[])
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
