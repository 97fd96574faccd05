import { sql, type SqlBool } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import { BOOKED_PREORDER_STATUSES, type PreorderRow } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { type MatchingOrders, matchingOrders, settleSearch } from '#server/modules/orders/admin-orders/list-orders.ts'
import { countStatuses, sumTotals } from '#server/modules/orders/admin-orders/sum-orders.ts'
import { isOpenWithdrawal } from '#server/modules/preorders/booking/queries.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPageUpTo, sortByIds } from '#server/platform/db/lists/find-page.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type PreordersQuery = Omit<Input<typeof contract.adminPreorders.list, 'query'>, 'store_id'> & {
  now: Date
  stores: StoreScope
}
type ListContext = { now: Date; language: LanguageCode }

/** The goods wait for pick-up, provided that the order is not cancelled. */
const IS_WAITING = sql<SqlBool>`customer_order.status IN ('preorder_booked', 'preorder_delivered')`

/**
 * The goods are still in the store after the last day, by the clock of the order's store. Goods of an order that is still booked
 * were never delivered, so they can't be overdue.
 */
export const isOverdue = (now: Date) => sql<SqlBool>`(customer_order.cancelled_at IS NULL
  AND customer_order.status = 'preorder_delivered' AND EXISTS (
  SELECT 1 FROM preorder_event event, store WHERE event.id = customer_order.preorder_event_id
    AND store.id = customer_order.store_id AND event.end_date < (${now}::timestamptz AT TIME ZONE store.time_zone)::date))`

const IS_WITHDRAWN = sql<SqlBool>`EXISTS (SELECT 1 FROM preorder_withdrawal
  WHERE order_id = customer_order.id AND ${isOpenWithdrawal})`

/** Leaves out drafts, which were never booked, and cancelled orders unless the query asks for them. */
async function findMatching(db: Db, query: PreordersQuery): Promise<MatchingOrders> {
  const { event_id, supplier_id, pick_up, status, now } = query
  const search = await settleSearch(db, query)
  let rows = matchingOrders(db, { ...query, sort: undefined, order_type: 'preorder', days: 'all' }, search)
  rows = rows.where('customer_order.status', '<>', sql.lit('checkout'))
  if (status !== 'cancelled' && pick_up !== 'withdrawn') rows = rows.where('customer_order.cancelled_at', 'is', null)
  if (event_id) rows = rows.where('customer_order.preorder_event_id', '=', event_id)
  if (supplier_id)
    rows = rows.where(sql<SqlBool>`EXISTS (SELECT 1 FROM order_line JOIN product ON product.id = order_line.product_id
      WHERE order_line.order_id = customer_order.id AND product.supplier_id = ${supplier_id})`)
  if (pick_up === 'paid') rows = rows.where('customer_order.status', '=', sql.lit('complete'))
  if (pick_up === 'waiting') rows = rows.where(IS_WAITING)
  if (pick_up === 'overdue') rows = rows.where(isOverdue(now))
  if (pick_up === 'withdrawn') rows = rows.where(IS_WITHDRAWN)
  return rows
}

const preorderList = async (db: Db, query: PreordersQuery) => ({
  matching: await findMatching(db, query),
  select: (rows: MatchingOrders) => rows.select('customer_order.id'),
  sorts: {
    booked_at: sql`coalesce(customer_order.booked_at, customer_order.created_at)`,
    total_amount: sql`customer_order.total_cents`,
  },
  defaultSort: '-booked_at',
  id: sql`customer_order.id`,
})

/** A page of the pre-orders. */
export async function findPreorders(db: Db, query: PreordersQuery, language: LanguageCode) {
  const list = await preorderList(db, query)
  const [{ items, ...counted }, sums, counts] = await Promise.all([
    findPageUpTo(list, { db, paging: query, max: COUNTED_UP_TO }),
    sumTotals(db, list.matching),
    countStatuses(db, await findMatching(db, { ...query, status: undefined })),
  ])
  const ids = items.map(({ id }) => id)
  return { items: await findPreorderRows(db, ids, { now: query.now, language }), ...counted, ...sums, ...counts }
}

/** All matching ids, in the list's order. */
async function findPreorderIds(db: Db, query: PreordersQuery): Promise<number[]> {
  const rows = await findAllRows(await preorderList(db, query), query.sort)
  return rows.map(({ id }) => id)
}

/** As many as a row of the list has space for. */
const FIRST_LINES = 2

type FirstLine = { name: string; unit: string; thousandths: number; unit_cents: number; line_cents: number }

const firstLines = (language: LanguageCode) => sql<FirstLine[]>`ARRAY(
  SELECT jsonb_build_object('name', text_in(version.names, ${sql.lit(language)}), 'unit', version.unit,
    'thousandths', line.quantity_thousandths, 'unit_cents', line.unit_price_cents, 'line_cents', line.total_cents)
  FROM order_line line JOIN product_version version ON version.id = line.product_version_id
  WHERE line.order_id = customer_order.id ORDER BY line.id LIMIT ${sql.lit(FIRST_LINES)})`

const findRows = (db: Db, ids: readonly number[], { now, language }: ListContext) =>
  db
    .selectFrom('customer_order')
    .innerJoin('preorder_event as event', 'event.id', 'customer_order.preorder_event_id')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .innerJoin('app_user', 'app_user.id', 'customer_order.user_id')
    .select(['customer_order.id', 'customer_order.status', 'customer_order.total_cents', 'customer_order.booked_at'])
    .select(['customer_order.cancelled_at', 'customer_order.delivery_notified_at', 'customer_order.paid_at'])
    .select(['store.id as store_id', 'store.name as store_name', 'app_user.id as user_id', 'app_user.email'])
    .select(['event.id as event_id', 'event.start_date', 'event.end_date', isOverdue(now).as('is_overdue')])
    .select(sql<string>`text_in(event.names, ${sql.lit(language)})`.as('event_name'))
    .select(sql<number>`(SELECT count(*)::integer FROM order_line WHERE order_id = customer_order.id)`.as('items'))
    .select(firstLines(language).as('first_lines'))
    .where('customer_order.id', '=', anyId(ids))
    .execute()

/** Pre-orders in the order of the ids. */
async function findPreorderRows(db: Db, ids: readonly number[], shown: ListContext) {
  if (ids.length === 0) return []
  const rows = await findRows(db, ids, shown)
  return sortByIds(ids, rows, ({ id }) => id).flatMap(toRow)
}

function toRow(row: Awaited<ReturnType<typeof findRows>>[number]): PreorderRow[] {
  // The list leaves out drafts, which the type does not express.
  const status = BOOKED_PREORDER_STATUSES.find(each => each === row.status)
  if (!status) return []
  return [
    {
      id: row.id,
      reference_number: referenceNumber(row.id),
      status,
      cancelled_at: row.cancelled_at?.toISOString() ?? null,
      customer: { id: row.user_id, email: row.email },
      store: { id: row.store_id, name: row.store_name },
      event: { id: row.event_id, name: row.event_name, start_date: row.start_date, end_date: row.end_date },
      is_overdue: row.is_overdue === true,
      total_amount: eurosFromCents(row.total_cents),
      items: row.items,
      first_lines: row.first_lines.map(({ name, unit, thousandths, unit_cents, line_cents }) => ({
        name,
        unit,
        quantity: quantityFromThousandths(thousandths),
        unit_price: eurosFromCents(unit_cents),
        line_price: eurosFromCents(line_cents),
      })),
      booked_at: row.booked_at?.toISOString() ?? null,
      notified_at: row.delivery_notified_at?.toISOString() ?? null,
      paid_at: row.paid_at?.toISOString() ?? null,
    },
  ]
}

/** A line of a pre-order, with the fields of the whole. */
type PreorderLine = PreorderRow & {
  product_id: number
  product: string
  quantity: number
  unit: string
  unit_price: number
  line_price: number
}

/** The lines of pre-orders in the order of the ids, with the names at the time of sale. */
async function findPreorderLines(
  db: Db,
  ids: readonly number[],
  shown: { now: Date; language: LanguageCode },
): Promise<PreorderLine[]> {
  const preorders = await findPreorderRows(db, ids, shown)
  const lines = Map.groupBy(await findLines(db, ids, shown.language), ({ order_id }) => order_id)
  return preorders.flatMap(preorder =>
    (lines.get(preorder.id) ?? []).map(line => ({
      ...preorder,
      product_id: line.product_id,
      product: line.name,
      quantity: quantityFromThousandths(line.quantity_thousandths),
      unit: line.unit,
      unit_price: eurosFromCents(line.unit_price_cents),
      line_price: eurosFromCents(line.total_cents),
    })),
  )
}

const findLines = (db: Db, orderIds: readonly number[], language: LanguageCode) =>
  db
    .selectFrom('order_line')
    .innerJoin('product_version as version', 'version.id', 'order_line.product_version_id')
    .select(['order_line.order_id', 'order_line.product_id', 'order_line.quantity_thousandths', 'version.unit'])
    .select(['order_line.unit_price_cents', 'order_line.total_cents'])
    .select(sql<string>`text_in(version.names, ${sql.lit(language)})`.as('name'))
    .where('order_line.order_id', '=', anyId(orderIds))
    .orderBy('order_line.id')
    .execute()

const EXPORT_COLUMNS: Columns<PreorderLine> = {
  id: { heading: 'preorders.list.id', cell: row => row.id },
  reference_number: { heading: 'preorders.list.reference_number', cell: row => row.reference_number },
  status: { heading: 'preorders.list.status', cell: row => (row.cancelled_at ? 'cancelled' : row.status) },
  customer: { heading: 'preorders.list.customer', cell: row => row.customer.email },
  event: { heading: 'preorders.list.event', cell: row => row.event.name },
  store: { heading: 'preorders.list.store', cell: row => row.store.name },
  booked_at: { heading: 'preorders.list.booked_at', cell: row => shopTime(row.booked_at) },
  product_id: { heading: 'preorders.list.product_id', cell: row => row.product_id },
  product: { heading: 'preorders.list.product', cell: row => row.product },
  quantity: { heading: 'preorders.list.quantity', cell: row => row.quantity },
  unit: { heading: 'preorders.list.unit', cell: row => row.unit },
  unit_price: { heading: 'preorders.list.unit_price', cell: row => moneyCell(row.unit_price) },
  line_price: { heading: 'preorders.list.line_price', cell: row => moneyCell(row.line_price) },
  total_amount: { heading: 'preorders.list.total_amount', cell: row => moneyCell(row.total_amount) },
}

/** One row for each line of each pre-order. */
export const exportPreorders =
  (context: Context): ListExport<'preorders'> =>
  async ({ query, stores, language, user: { userId } }, headings) => {
    const { db } = context
    await traceExport(context, { list: 'preorders', query, userId })
    const now = context.now()
    const rows = listTable({
      findIds: () => findPreorderIds(db, { ...query, stores, now }),
      idRowsSql: ids => findPreorderLines(db, ids, { now, language }),
      columns: EXPORT_COLUMNS,
      headings,
    })
    return { name: 'preorders', rows }
  }
