import { sql, type Kysely } from 'kysely'
import { PURCHASES_A_PAGE, type Purchase } from '#contract/orders/receipts.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** `before`: the last purchase of the previous page. */
type Wanted = { userId: number; before: number | undefined }

/** A shopper's purchases, newest first, and the totals of their months. */
export async function listPurchases(db: Kysely<Database>, { userId, before }: Wanted) {
  const rows = await findPage(db, { userId, before })
  const items = rows.slice(0, PURCHASES_A_PAGE)
  const months = [...new Set(items.map(({ month }) => month))]
  const { mails_receipts } = await db
    .selectFrom('app_user')
    .select('mails_receipts')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    items: items.map(show),
    months: months.length === 0 ? [] : await findMonths(db, { userId, months }),
    has_more: rows.length > items.length,
    mails_receipts,
  }
}

const own = (userId: number) => sql`
  SELECT paid.id, paid.store_id, paid.paid_at, paid.total_cents, paid.order_type,
    to_char(paid.paid_at AT TIME ZONE coalesce(receipt.time_zone, store.time_zone), 'YYYY-MM') AS month,
    coalesce(receipt.store_name, store.name) AS store_name,
    coalesce((SELECT sum(amount_cents) FROM refund WHERE refund.order_id = paid.id AND refund.kind = 'refund'
      AND refund.state = 'DONE'), 0)::integer AS refunded_cents
  FROM customer_order paid JOIN store ON store.id = paid.store_id
  LEFT JOIN receipt ON receipt.order_id = paid.id AND receipt.refund_id IS NULL
  WHERE paid.user_id = ${userId} AND paid.paid_at IS NOT NULL`

type Row = {
  id: number
  store_id: number
  store_name: string
  paid_at: Date
  month: string
  total_cents: number
  refunded_cents: number
  order_type: 'standard' | 'preorder'
}

/** A page, and one purchase more if there is one. */
async function findPage(db: Kysely<Database>, { userId, before }: Wanted): Promise<Row[]> {
  const isAfter =
    before === undefined
      ? sql``
      : sql`AND (paid.paid_at, paid.id) < (SELECT paid_at, id FROM customer_order
          WHERE id = ${before} AND user_id = ${userId})`
  const { rows } = await sql<Row>`
    ${own(userId)} ${isAfter} ORDER BY paid.paid_at DESC, paid.id DESC LIMIT ${PURCHASES_A_PAGE + 1}`.execute(db)
  return rows
}

async function findMonths(db: Kysely<Database>, { userId, months }: { userId: number; months: string[] }) {
  const { rows } = await sql<{ month: string; purchases: number; cents: number }>`
    SELECT month, count(*)::integer AS purchases, sum(total_cents - refunded_cents)::bigint AS cents
    FROM (${own(userId)}) own WHERE month = ANY(${months}::text[])
    GROUP BY month ORDER BY month DESC`.execute(db)
  return rows.map(({ month, purchases, cents }) => ({ month, purchases, total_amount: eurosFromCents(cents) }))
}

const show = (row: Row): Purchase => ({
  id: row.id,
  store: { id: row.store_id, name: row.store_name },
  paid_at: row.paid_at.toISOString(),
  month: row.month,
  total_amount: eurosFromCents(row.total_cents),
  refunded_amount: eurosFromCents(row.refunded_cents),
  isPreorder: row.order_type === 'preorder',
})
