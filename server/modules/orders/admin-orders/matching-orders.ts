import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import { isOrderNumber, ordersOfNumber } from '#domain/orders/order-number.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { instantOf, plusDays } from '#domain/zoned-time.ts'
import { searchWords } from '#server/platform/db/lists/search-words.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** The query and its time: periods end then. */
export type OrdersAsked = Input<typeof contract.adminOrders.list, 'query'> & { now: Date }

/** Up to so many shoppers, each one's orders are looked up; above that, each order's shopper. */
const FEW_SHOPPERS = 100
const USUAL_DAYS = '30'
const DAY_MS = 86_400_000

/** What the search text matches. */
type Search =
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
export async function settleSearch(db: Kysely<Database>, { q = '' }: Pick<OrdersAsked, 'q'>): Promise<Search> {
  if (isOrderNumber(q) && !BEGINS_AS_PHONE.test(q)) return { orderIds: ordersOfNumber(q) }
  const words = searchWords(q)
  if (words.length === 0) return undefined
  const shoppers = await shoppersNamed(db, words)
    .limit(FEW_SHOPPERS + 1)
    .execute()
  return shoppers.length > FEW_SHOPPERS ? { words } : { userIds: shoppers.map(({ id }) => id) }
}

/** Uses the index of the users' list; for a part that many users share, checking each user is quicker. */
function named(word: string, { isCommon }: { isCommon: boolean }) {
  const part = word.length === 2 ? ` ${word}` : word
  const holdsIt = sql<SqlBool>`position(search_form(${part}) in app_user.search_text) > 0`
  return isCommon
    ? holdsIt
    : sql<SqlBool>`text_grams(app_user.search_text) @> text_grams(search_form(${part})) AND ${holdsIt}`
}

const shoppersNamed = (db: Kysely<Database>, words: readonly string[], { isCommon = false } = {}) =>
  words.reduce((rows, word) => rows.where(named(word, { isCommon })), db.selectFrom('app_user').select('app_user.id'))

const midnight = (day: string) => new Date(instantOf(day, 0, SHOP_TIME_ZONE))

/** Start and end of the period. A search for a number is not limited to the usual period. */
function periodOf({ days, from, until, now }: OrdersAsked, isNumber: boolean): { from?: Date; until?: Date } {
  if (from || until)
    return { ...(from && { from: midnight(from) }), ...(until && { until: midnight(plusDays(until, 1)) }) }
  const back = days ?? (isNumber ? 'all' : USUAL_DAYS)
  return back === 'all' ? {} : { from: new Date(now.getTime() - Number(back) * DAY_MS) }
}

/** Statuses and types are literals, so that the planner can choose their partial indexes. */
function narrowed(db: Kysely<Database>, { store_id, status, order_type, user_id }: OrdersAsked) {
  let rows = db.selectFrom('customer_order')
  if (store_id) rows = rows.where('customer_order.store_id', '=', store_id)
  if (user_id) rows = rows.where('customer_order.user_id', '=', user_id)
  if (order_type) rows = rows.where('order_type', '=', sql.lit(order_type))
  if (status === 'cancelled') rows = rows.where('cancelled_at', 'is not', null)
  else if (status) rows = rows.where('status', '=', sql.lit(status)).where('cancelled_at', 'is', null)
  return rows
}

/** The orders that match a query. */
export function matchingOrders(db: Kysely<Database>, asked: OrdersAsked, search: Search) {
  let rows = narrowed(db, asked)
  if (search && 'orderIds' in search) rows = rows.where('customer_order.id', '=', anyOf(search.orderIds))
  else if (search && 'userIds' in search) rows = rows.where('customer_order.user_id', '=', anyOf(search.userIds))
  else if (search)
    rows = rows.where('customer_order.user_id', 'in', shoppersNamed(db, search.words, { isCommon: true }))
  const { from, until } = periodOf(asked, search !== undefined && 'orderIds' in search)
  if (from) rows = rows.where('updated_at', '>=', from)
  if (until) rows = rows.where('updated_at', '<', until)
  const isSortedByPeriod = asked.sort?.endsWith('updated_at') ?? true
  if (isSortedByPeriod || !(from || until)) return rows
  // Filters by period before sorting: walking another column's index would pass all years to find the matches.
  const found = rows.select(['customer_order.id', 'customer_order.total_cents', 'updated_at']).offset(sql.lit(0))
  return db.selectFrom(found.as('customer_order')) as unknown as typeof rows // the same columns that are sorted by
}
export type MatchingOrders = ReturnType<typeof matchingOrders>
