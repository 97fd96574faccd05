import { type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { OrderRow } from '#contract/orders/admin-orders.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { DAY_MS } from '#domain/durations.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { findFailure } from '#domain/payments/payment-failure.ts'
import { isOrderNumber, ordersOfNumber, referenceNumber } from '#domain/payments/reference-number.ts'
import { shopMidnight } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { isPaidByTest } from '#server/modules/payments/order-payments/attempts.ts'
import { clockSpans, isInClockSpan } from '#server/modules/stores/admin-stores/store-clocks.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPageUpTo, sortByIds } from '#server/platform/db/lists/find-page.ts'
import { searchWords } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { countStatuses, sumPayments } from './sum-orders.ts'

const DEFAULT_SORT = '-updated_at'

function orderList(db: Db, query: OrdersQuery, search: OrderSearch) {
  return {
    matching: matchingOrders(db, { ...query, sort: query.sort ?? DEFAULT_SORT }, search),
    select: (rows: MatchingOrders) => rows.select('customer_order.id'),
    sorts: {
      updated_at: sql`customer_order.updated_at`,
      // Ids are assigned in order of creation.
      created_at: sql`customer_order.id`,
      total_amount: sql`customer_order.total_cents`,
    },
    defaultSort: DEFAULT_SORT,
    id: sql`customer_order.id`,
  }
}

/** A page of the orders. */
export async function findOrders(db: Db, query: OrdersQuery) {
  const search = await settleSearch(db, query)
  const list = orderList(db, query, search)
  const [{ items, ...counted }, sums, counts] = await Promise.all([
    findPageUpTo(list, { db, paging: query, max: COUNTED_UP_TO }),
    sumPayments(db, matchingOrders(db, { ...query, sort: undefined }, search)),
    countStatuses(db, matchingOrders(db, { ...query, sort: undefined, status: undefined }, search)),
  ])
  const rows = await findOrderRows(
    db,
    items.map(({ id }) => id),
  )
  return { items: rows, ...counted, ...sums, ...counts }
}

/** All matching ids, in the list's order. */
async function findOrderIds(db: Db, query: OrdersQuery): Promise<number[]> {
  const rows = await findAllRows(orderList(db, query, await settleSearch(db, query)), query.sort)
  return rows.map(({ id }) => id)
}

const REFUNDED_CENTS = sql<number>`(SELECT coalesce(sum(account.refunded_cents), 0)::integer FROM payment_attempt attempt
  JOIN refund_account account ON account.attempt_id = attempt.id
  WHERE attempt.order_id = customer_order.id AND attempt.state IN ('APPROVED', 'MANUAL'))`
const ITEM_COUNT = sql<number>`(SELECT count(*)::integer FROM order_line WHERE order_id = customer_order.id)`
const IS_TEST = isPaidByTest(sql`customer_order.id`)

const lastAttempt = (from: ExpressionBuilder<Database, 'customer_order'>) =>
  from
    .selectFrom('payment_attempt')
    .select(['state', 'string_code', 'source'])
    .whereRef('order_id', '=', 'customer_order.id')
    .orderBy('payment_attempt.id', 'desc')
    .limit(1)
    .as('last')

type LastAttempt = { paid_at: Date | null } & {
  [Field in 'state' | 'string_code' | 'source']: Selectable<Database['payment_attempt']>[Field] | null
}

/** An outcome that an admin recorded has no reason for the failure. */
function failureOfRow({ paid_at, state, string_code, source }: LastAttempt): Pick<OrderRow, 'payment_failure'> {
  if (paid_at !== null || state === null || source === 'admin') return {}
  const payment_failure = findFailure(state, string_code)
  return payment_failure ? { payment_failure } : {}
}

/** The orders with these ids, in the order of the ids. */
async function findOrderRows(db: Db, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('customer_order')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .innerJoin('app_user', 'app_user.id', 'customer_order.user_id')
    .select(['customer_order.id', 'customer_order.status', 'customer_order.order_type', 'customer_order.total_cents'])
    .select(['customer_order.created_at', 'customer_order.updated_at', 'customer_order.paid_at'])
    .select(['customer_order.cancelled_at', 'store.id as store_id', 'store.name as store_name'])
    .select(['app_user.id as user_id', 'app_user.email', REFUNDED_CENTS.as('refunded_cents'), ITEM_COUNT.as('items')])
    .select(IS_TEST.as('is_test'))
    .leftJoinLateral(lastAttempt, join => join.onTrue())
    .select(['last.state', 'last.string_code', 'last.source'])
    .where('customer_order.id', '=', anyId(ids))
    .execute()
  return sortByIds(ids, rows, ({ id }) => id).map(row => ({
    id: row.id,
    reference_number: referenceNumber(row.id),
    customer: { id: row.user_id, email: row.email },
    store: { id: row.store_id, name: row.store_name },
    status: row.status,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    order_type: row.order_type,
    total_amount: eurosFromCents(row.total_cents),
    refunded_amount: eurosFromCents(row.refunded_cents),
    ...(row.is_test && { is_test: true }),
    items: row.items,
    ...failureOfRow(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }))
}

const EXPORT_COLUMNS: Columns<OrderRow> = {
  id: { heading: 'orders.list.id', cell: row => row.id },
  reference_number: { heading: 'orders.list.reference_number', cell: row => row.reference_number },
  store: { heading: 'orders.list.store', cell: row => row.store.name },
  customer: { heading: 'orders.list.customer', cell: row => row.customer.email },
  order_type: { heading: 'orders.list.order_type', cell: row => row.order_type },
  status: { heading: 'orders.list.status', cell: row => (row.cancelled_at ? 'cancelled' : row.status) },
  total_amount: { heading: 'orders.list.total_amount', cell: row => moneyCell(row.total_amount) },
  refunded_amount: { heading: 'orders.list.refunded_amount', cell: row => moneyCell(row.refunded_amount) },
  items: { heading: 'orders.list.items', cell: row => row.items },
  created_at: { heading: 'orders.list.created_at', cell: row => shopTime(row.created_at) },
  updated_at: { heading: 'orders.list.updated_at', cell: row => shopTime(row.updated_at) },
  paid_at: { heading: 'orders.list.paid_at', cell: row => shopTime(row.paid_at) },
}

export const exportOrders =
  (context: Context): ListExport<'orders'> =>
  async ({ query, stores, user: { userId } }, headings) => {
    const { db, now } = context
    await traceExport(context, { list: 'orders', query, userId })
    const input = { ...query, stores, now: now() }
    const rows = listTable({
      findIds: () => findOrderIds(db, input),
      idRowsSql: ids => findOrderRows(db, ids),
      columns: EXPORT_COLUMNS,
      headings,
    })
    return { name: 'orders', rows }
  }

/** The query, and the current time, at which the period ends. */
type OrdersQuery = Omit<Input<typeof contract.adminOrders.list, 'query'>, 'store_id'> & {
  now: Date
  stores: StoreScope
}

/** If at most this many shoppers match, their orders are looked up; otherwise each order's shopper is checked. */
const FEW_SHOPPERS = 100
const USUAL_DAYS = '30'

/** What the search text matches. */
type OrderSearch =
  | { orderIds: readonly number[] }
  | { userIds: readonly number[] }
  | { words: readonly string[] }
  | undefined

/** Order numbers never begin with 0, but phone numbers do. */
const BEGINS_AS_PHONE = /^\s*0/

/**
 * A number matches orders; any other text is part of an email address or a phone number, which may match one shopper or half of
 * all.
 */
export async function settleSearch(db: Db, { q = '' }: Pick<OrdersQuery, 'q'>): Promise<OrderSearch> {
  if (isOrderNumber(q) && !BEGINS_AS_PHONE.test(q)) return { orderIds: ordersOfNumber(q) }
  const words = searchWords(q)
  if (words.length === 0) return undefined
  const shoppers = await shoppersNamed(db, words)
    .limit(FEW_SHOPPERS + 1)
    .execute()
  return shoppers.length > FEW_SHOPPERS ? { words } : { userIds: shoppers.map(({ id }) => id) }
}

/** Uses the index of the users' list; for a part that many users share, checking each user is quicker. */
function matchName(word: string, { isCommon }: { isCommon: boolean }) {
  const part = word.length === 2 ? ` ${word}` : word
  const holdsIt = sql<SqlBool>`position(search_form(${part}) in app_user.search_text) > 0`
  return isCommon
    ? holdsIt
    : sql<SqlBool>`text_grams(app_user.search_text) @> text_grams(search_form(${part})) AND ${holdsIt}`
}

const shoppersNamed = (db: Db, words: readonly string[], { isCommon = false } = {}) =>
  words.reduce(
    (rows, word) => rows.where(matchName(word, { isCommon })),
    db.selectFrom('app_user').select('app_user.id'),
  )

/** Start and end of the period. A search for a number is not limited to the usual period. */
function getPeriod({ days, from, until, now, ...paid }: OrdersQuery, isNumber: boolean): { from?: Date; until?: Date } {
  if (from || until)
    return { ...(from && { from: shopMidnight(from) }), ...(until && { until: shopMidnight(plusDays(until, 1)) }) }
  if (days === undefined && (paid.paid_from ?? paid.paid_until ?? paid.paid_hour) !== undefined) return {}
  const back = days ?? (isNumber ? 'all' : USUAL_DAYS)
  return back === 'all' ? {} : { from: new Date(now.getTime() - Number(back) * DAY_MS) }
}

const FIRST_DAY = '1970-01-01'
const LAST_DAY = '9999-12-01'

const allOrders = (db: Db) => db.selectFrom('customer_order')

/** The orders paid on some days, by the clocks of their stores; found before anything is sorted. */
function paidOrders(db: Db, { paid_from: from = FIRST_DAY, paid_until: until = LAST_DAY, ...query }: OrdersQuery) {
  const days = { from, until, stores: query.stores }
  const hour = query.paid_hour
  const rows = sql`(
    SELECT paid.* FROM ${clockSpans(days)} JOIN customer_order paid ON paid.store_id = clock.store_id
      AND ${isInClockSpan(sql`paid.paid_at`, days)} AND paid.paid_at IS NOT NULL
      ${hour === undefined ? sql`` : sql`AND extract(hour FROM paid.paid_at AT TIME ZONE clock.time_zone) = ${hour}`}
    OFFSET 0)`
  return db.selectFrom(rows.as('customer_order')) as unknown as ReturnType<typeof allOrders> // all columns
}

/** Statuses and types are literals, so that the planner can choose their partial indexes. */
function narrowOrders(db: Db, query: OrdersQuery) {
  const { stores, status, order_type, user_id, product_id } = query
  const isOfPaid = (query.paid_from ?? query.paid_until ?? query.paid_hour) !== undefined
  let rows = isOfPaid ? paidOrders(db, query) : allOrders(db)
  if (stores.ids !== 'all') rows = rows.where(inStores(stores, sql`customer_order.store_id`))
  if (user_id) rows = rows.where('customer_order.user_id', '=', user_id)
  if (product_id)
    rows = rows.where(sql<SqlBool>`EXISTS (SELECT FROM order_line WHERE order_line.order_id = customer_order.id
      AND order_line.product_id = ${product_id})`)
  if (order_type) rows = rows.where('order_type', '=', sql.lit(order_type))
  if (status === 'cancelled') rows = rows.where('cancelled_at', 'is not', null)
  else if (status) rows = rows.where('status', '=', sql.lit(status)).where('cancelled_at', 'is', null)
  return rows
}

/** The orders that match a query. */
export function matchingOrders(db: Db, query: OrdersQuery, search: OrderSearch) {
  let rows = narrowOrders(db, query)
  if (search && 'orderIds' in search) rows = rows.where('customer_order.id', '=', anyId(search.orderIds))
  else if (search && 'userIds' in search) rows = rows.where('customer_order.user_id', '=', anyId(search.userIds))
  else if (search)
    rows = rows.where('customer_order.user_id', 'in', shoppersNamed(db, search.words, { isCommon: true }))
  const { from, until } = getPeriod(query, search !== undefined && 'orderIds' in search)
  if (from) rows = rows.where('updated_at', '>=', from)
  if (until) rows = rows.where('updated_at', '<', until)
  const isSortedByPeriod = query.sort?.endsWith('updated_at') ?? true
  if (isSortedByPeriod || !(from || until)) return rows
  // Filters by period before sorting: walking another column's index would pass all years to find the matches.
  const found = rows.select(['customer_order.id', 'customer_order.total_cents', 'updated_at']).offset(sql.lit(0))
  return db.selectFrom(found.as('customer_order')) as unknown as typeof rows // the same columns that are sorted by
}
export type MatchingOrders = ReturnType<typeof matchingOrders>
