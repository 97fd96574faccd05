import { type Kysely, sql } from 'kysely'
import type { OrderRow } from '#contract/orders/admin-orders.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPageUpTo, inOrderOf } from '#server/platform/db/lists/find-page.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { type MatchingOrders, matchingOrders, type OrdersAsked, settleSearch } from './matching-orders.ts'

const USUAL = '-updated_at'

async function orderList(db: Kysely<Database>, asked: OrdersAsked) {
  return {
    matching: matchingOrders(db, { ...asked, sort: asked.sort ?? USUAL }, await settleSearch(db, asked)),
    show: (rows: MatchingOrders) => rows.select('customer_order.id'),
    sorts: {
      updated_at: sql`customer_order.updated_at`,
      // Ids are assigned in order of creation.
      created_at: sql`customer_order.id`,
      total_amount: sql`customer_order.total_cents`,
    },
    usual: USUAL,
    id: sql`customer_order.id`,
  }
}

/** A page of the orders. */
export async function findOrders(db: Kysely<Database>, asked: OrdersAsked) {
  const list = await orderList(db, asked)
  const { items, ...counted } = await findPageUpTo(list, { db, paging: asked, most: COUNTED_UP_TO })
  const rows = await findOrderRows(
    db,
    items.map(({ id }) => id),
  )
  return { items: rows, ...counted }
}

/** All matching ids, in the list's order. */
async function findOrderIds(db: Kysely<Database>, asked: OrdersAsked): Promise<number[]> {
  const rows = await findAllRows(await orderList(db, asked), asked.sort)
  return rows.map(({ id }) => id)
}

const REFUNDED = sql<number>`(SELECT coalesce(sum(account.given_back_cents), 0)::integer FROM payment_attempt attempt
  JOIN refund_account account ON account.attempt_id = attempt.id
  WHERE attempt.order_id = customer_order.id AND attempt.state IN ('APPROVED', 'MANUAL'))`
const ITEMS = sql<number>`(SELECT count(*)::integer FROM order_line WHERE order_id = customer_order.id)`

/** The orders with these ids, in the order of the ids. */
async function findOrderRows(db: Kysely<Database>, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('customer_order')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .innerJoin('app_user', 'app_user.id', 'customer_order.user_id')
    .select(['customer_order.id', 'customer_order.status', 'customer_order.order_type', 'customer_order.total_cents'])
    .select(['customer_order.created_at', 'customer_order.updated_at', 'customer_order.paid_at'])
    .select(['customer_order.cancelled_at', 'store.id as store_id', 'store.name as store_name'])
    .select(['app_user.id as user_id', 'app_user.email', REFUNDED.as('refunded_cents'), ITEMS.as('items')])
    .where('customer_order.id', '=', anyOf(ids))
    .execute()
  return inOrderOf(ids, rows, ({ id }) => id).map(row => ({
    id: row.id,
    reference_number: referenceNumber(row.id),
    customer: { id: row.user_id, email: row.email },
    store: { id: row.store_id, name: row.store_name },
    status: row.status,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    order_type: row.order_type,
    total_amount: eurosFromCents(row.total_cents),
    refunded_amount: eurosFromCents(row.refunded_cents),
    items: row.items,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }))
}

const COLUMNS: Columns<OrderRow> = {
  id: row => row.id,
  reference_number: row => row.reference_number,
  store: row => row.store.name,
  customer: row => row.customer.email,
  order_type: row => row.order_type,
  status: row => (row.cancelled_at ? 'cancelled' : row.status),
  total_amount: row => moneyCell(row.total_amount),
  refunded_amount: row => moneyCell(row.refunded_amount),
  items: row => row.items,
  created_at: row => shopTime(row.created_at),
  updated_at: row => shopTime(row.updated_at),
  paid_at: row => shopTime(row.paid_at),
}

export const exportOrders =
  (context: Context): ListExport<'orders'> =>
  async ({ query, user: { userId } }) => {
    const { db, now } = context
    await traceExport(context, { list: 'orders', query, userId })
    const asked = { ...query, now: now() }
    const rows = listTable({
      findIds: () => findOrderIds(db, asked),
      rowsOf: ids => findOrderRows(db, ids),
      columns: COLUMNS,
    })
    return { name: 'orders', rows }
  }
