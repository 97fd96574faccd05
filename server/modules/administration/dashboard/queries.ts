import { sql } from 'kysely'
import type { AdminHome, ShortStore, UnknownCode } from '#contract/administration/dashboard.ts'
import type { LanguageCode } from '#contract/values.ts'
import { salesPeriods, type SalesPeriods, type Span } from '#domain/administration/sales-periods.ts'
import { DAY_MS } from '#domain/durations.ts'
import { compareInFinnish } from '#domain/format/finnish-order.ts'
import { eurosFromCents } from '#domain/money.ts'
import { HOLDS_TERMINAL } from '#domain/payments/attempt-states.ts'
import { isTestSale } from '#server/modules/payments/closings/find-closings.ts'
import { isAboutRefund } from '#server/modules/payments/refunds/refund-failures.ts'
import { isOpenWithdrawal } from '#server/modules/preorders/booking/queries.ts'
import { readLayouts } from '#server/platform/db/find-scale-label-layouts.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import { recordset, anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

const SHOWN_NAMES = 3
const SHOWN_CODES = 8

/** All stores, by name. */
export const findStores = (db: Db) =>
  db
    .selectFrom('store')
    .select(['id', 'name', 'time_zone', 'published', 'payment_mode', 'archived_at'])
    .orderBy(inFinnishOrder(sql.ref('name')))
    .orderBy('id')
    .execute()

type Short = { stores: ShortStore[]; names: string[] }

/**
 * How many of the offered products are low, out of stock or negative, by store, and a few names. Counts as the stock list does.
 */
export async function findShort(db: Db, storeIds: readonly number[], language: LanguageCode): Promise<Short> {
  const { rows } = await sql<Short>`
    WITH short AS (
      SELECT store_id, product_id, level, quantity_thousandths AS left_over FROM store_stock
      WHERE store_id = ${anyId(storeIds)} AND offered AND is_standard AND level IN ('low', 'out', 'negative')),
    counted AS (
      SELECT store.id, store.name, count(*) FILTER (WHERE level = 'low') AS low,
        count(*) FILTER (WHERE level = 'out') AS out, count(*) FILTER (WHERE level = 'negative') AS negative
      FROM short JOIN store ON store.id = short.store_id GROUP BY store.id),
    first AS (
      SELECT product_id, min(left_over) AS left_over FROM short
      GROUP BY product_id ORDER BY left_over, product_id LIMIT ${sql.lit(SHOWN_NAMES)})
    SELECT
      (SELECT coalesce(jsonb_agg(to_jsonb(counted) ORDER BY low + out + negative DESC, name), '[]') FROM counted) AS stores,
      (SELECT coalesce(jsonb_agg(text_in(version.names, ${sql.lit(language)}) ORDER BY left_over, first.product_id), '[]')
        FROM first JOIN product_version version ON version.product_id = first.product_id AND version.is_current) AS names
    `.execute(db)
  return rows[0] ?? { stores: [], names: [] }
}

/** Orders in error, and orders with a payment or refund that an admin must settle. */
export async function findAttention(db: Db, storeIds: readonly number[]): Promise<AdminHome['attention']> {
  const { rows } = await sql<AdminHome['attention']>`
    SELECT count(DISTINCT order_id) AS orders, count(*) FILTER (WHERE why = 'error') AS in_error,
      count(*) FILTER (WHERE why = 'payment') AS payments, count(*) FILTER (WHERE why = 'refund') AS refunds
    FROM (
      SELECT id AS order_id, 'error' AS why FROM customer_order WHERE status = 'error' AND cancelled_at IS NULL
      UNION ALL
      SELECT order_id, 'payment' FROM payment_attempt WHERE state IN ('UNRESOLVED', 'REVIEW', 'REVERSAL_DUE')
      UNION ALL SELECT order_id, 'refund' FROM refund WHERE state = 'UNRESOLVED'
      UNION ALL SELECT refund.order_id, 'refund' FROM refund_failure failure JOIN refund ON ${isAboutRefund}
        WHERE failure.settled_as IS NULL) doubt
    JOIN customer_order mine ON mine.id = doubt.order_id
    WHERE mine.store_id = ${anyId(storeIds)}`.execute(db)
  return rows[0] ?? { orders: 0, in_error: 0, payments: 0, refunds: 0 }
}

/**
 * The numbers of pre-orders that are not picked up yet, of delivered ones after the last day of their event (by the clock of the
 * store), and of open withdrawals.
 */
export async function findPreorders(db: Db, storeIds: readonly number[], at: Date): Promise<AdminHome['preorders']> {
  const { rows } = await sql<AdminHome['preorders']>`
    SELECT (
        SELECT count(*) FROM preorder_withdrawal JOIN customer_order ON customer_order.id = preorder_withdrawal.order_id
        WHERE ${isOpenWithdrawal} AND store_id = ${anyId(storeIds)}) AS withdrawn,
      count(*) AS waiting,
      count(*) FILTER (WHERE mine.status = 'preorder_delivered'
        AND event.end_date < (${at}::timestamptz AT TIME ZONE store.time_zone)::date) AS overdue
    FROM customer_order mine JOIN preorder_event event ON event.id = mine.preorder_event_id
    JOIN store ON store.id = mine.store_id
    WHERE mine.status IN ('preorder_booked', 'preorder_delivered') AND mine.cancelled_at IS NULL
      AND mine.store_id = ${anyId(storeIds)}`.execute(db)
  return rows[0] ?? { waiting: 0, overdue: 0, withdrawn: 0 }
}

// Literals: with parameters, a prepared plan would not use the index of these few among all payments.
const HOLDING = sql<(typeof HOLDS_TERMINAL)[number]>`(${sql.join(HOLDS_TERMINAL.map(state => sql.lit(state)))})`

/** The terminals that take the payments of published stores: the real ones, or the test ones. */
export const findUsedTerminals = (db: Db, storeIds: readonly number[]) =>
  db
    .selectFrom('terminal')
    .innerJoin('store', 'store.id', 'terminal.store_id')
    .select(['terminal.id', 'terminal.name', 'store_id', 'store.name as store_name'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_attempt')
          .select('id')
          .whereRef('terminal_id', '=', 'terminal.id')
          .where('state', 'in', HOLDING),
      )
        .$castTo<boolean>()
        .as('is_busy'),
    )
    .where('store.published', '=', true)
    .where('terminal.retired_at', 'is', null)
    .where('store.id', '=', anyId(storeIds))
    .where(sql<boolean>`(terminal.provider = 'test') = (store.payment_mode = 'test')`)
    .orderBy(inFinnishOrder(sql.ref('store.name')))
    .orderBy('terminal.id')
    .execute()

type ReportedRow = Omit<UnknownCode, 'last_at' | 'product'> & {
  last_at: Date
  product: UnknownCode['product'] | null
  total: number
}

/** When a seasonal product is taken off sale, reports from the beginning of its season must not come back. */
const PRODUCT_REPORT_DAYS = 30

type AskedCodes = { storeIds: readonly number[]; language: LanguageCode; at: Date }

/**
 * Codes that shoppers reported and still can't buy, the most reported first: no product has the code, or the product is inactive
 * or not sold in the stores of the reports, which are at most 30 days old. Recalled products and pre-order products are left out,
 * since shelves don't sell them.
 */
export async function findUnknownCodes(
  db: Db,
  { storeIds, language, at }: AskedCodes,
): Promise<AdminHome['unknown_codes']> {
  const layouts = await readLayouts(db)
  const key = sql`lpad(report.code, 14, '0')`
  const { rows } = await sql<ReportedRow>`
    WITH held AS (
      SELECT report.*, store.name AS store, store.archived_at, coalesce(
        (SELECT product_id FROM product_code WHERE code_key = ${key}),
        (SELECT product_id FROM ${recordset(layouts, 'prefix text, kind text, item_digits integer')} JOIN product_code
            ON code_key = r.kind || ':' || substr(${key}, 4, r.item_digits)
          WHERE starts_with(${key}, '0' || r.prefix) LIMIT 1)) AS product_id
      FROM unknown_code_report report JOIN store ON store.id = report.store_id
      WHERE report.store_id = ${anyId(storeIds)}),
    shown AS (
      SELECT held.code, held.product_id, product.enabled, sum(held.reports)::integer AS reports, max(held.last_at) AS last_at,
        array_agg(DISTINCT held.store) AS stores, count(*) OVER ()::integer AS total
      FROM held LEFT JOIN product ON product.id = held.product_id
      LEFT JOIN store_stock shelf ON shelf.store_id = held.store_id AND shelf.product_id = held.product_id
      WHERE held.product_id IS NULL OR (product.product_type = 'standard' AND product.recalled_at IS NULL
        AND held.archived_at IS NULL AND held.last_at > ${new Date(at.getTime() - PRODUCT_REPORT_DAYS * DAY_MS)} AND NOT (product.enabled AND coalesce(shelf.offered, false)))
      GROUP BY held.code, held.product_id, product.enabled
      ORDER BY reports DESC, last_at DESC, held.code LIMIT ${sql.lit(SHOWN_CODES)})
    SELECT shown.code, reports, last_at, stores, total, CASE WHEN version.id IS NOT NULL THEN jsonb_build_object(
      'id', version.product_id, 'name', text_in(version.names, ${sql.lit(language)}), 'enabled', enabled) END AS product
    FROM shown LEFT JOIN product_version version ON version.product_id = shown.product_id AND version.is_current
    ORDER BY reports DESC, last_at DESC, shown.code`.execute(db)
  const items = rows.map(({ total: _total, last_at, stores, product, ...row }) => ({
    ...row,
    stores: stores.toSorted(compareInFinnish),
    last_at: last_at.toISOString(),
    ...(product && { product }),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

type StoreClock = { id: number; time_zone: string }

const PERIOD_COLUMNS = `store_id integer, time_zone text, today timestamptz, day_before timestamptz,
  day_before_end timestamptz, week timestamptz, week_before timestamptz, same_moment timestamptz`

const toIsoText = (ms: number) => new Date(ms).toISOString()

/** The periods of each store by its own clock, as a table, and the span of all of them. */
function getPeriods(stores: readonly StoreClock[], now: Date) {
  const byZone = new Map<string, SalesPeriods>()
  const inZone = (zone: string): SalesPeriods => {
    const known = byZone.get(zone) ?? salesPeriods(now.getTime(), zone)
    byZone.set(zone, known)
    return known
  }
  const rows = stores.map(({ id, time_zone }) => {
    const { today, dayBefore, wholeDayBefore, week, weekBefore } = inZone(time_zone)
    return {
      store_id: id,
      time_zone,
      today: toIsoText(today.from),
      day_before: toIsoText(dayBefore.from),
      day_before_end: toIsoText(wholeDayBefore.until),
      week: toIsoText(week.from),
      week_before: toIsoText(weekBefore.from),
      same_moment: toIsoText(dayBefore.until),
    }
  })
  const all: Span = {
    from: Math.min(now.getTime(), ...[...byZone.values()].map(({ weekBefore }) => weekBefore.from)),
    until: now.getTime(),
  }
  return { table: recordset(rows, PERIOD_COLUMNS), from: new Date(all.from), until: new Date(all.until) }
}

/** Sum in cents and count in each period; `whole` is the whole day that today is compared with. */
type Sums = Record<`${'today' | 'day' | 'whole' | 'week' | 'before'}_${'cents' | 'count'}`, number>
export type SalesRow = Sums & { store_id: number | null; hour: number | null }

const summed = (name: 'today' | 'day' | 'whole' | 'week' | 'before', when: string) =>
  sql.raw(`coalesce(sum(cents) FILTER (WHERE ${when}), 0)::bigint AS ${name}_cents,
    count(*) FILTER (WHERE ${when}) AS ${name}_count`)

const sumsOfAllPeriods = sql.join([
  summed('today', 'at >= today'),
  summed('day', 'at >= day_before AND at < same_moment'),
  summed('whole', 'at >= day_before AND at < day_before_end'),
  summed('week', 'at >= week'),
  summed('before', 'at >= week_before AND at < same_moment'),
])

/** `testing`: the stores whose test payments are left out; undefined in a shop that has only test payments. */
type FindSalesInput = { stores: readonly StoreClock[]; now: Date; testing: readonly number[] | undefined }

/**
 * Paid orders: a row for each store, and one for each hour of the two days. Reads only the index of paid orders, except in stores
 * that test: test payments take no money and are no sales.
 */
export async function findSales(db: Db, { stores, now, testing = [] }: FindSalesInput): Promise<SalesRow[]> {
  const { table, from, until } = getPeriods(stores, now)
  const tests = sql`paid.store_id = any(${testing}::integer[]) AND ${isTestSale(sql`paid.id`)}`
  const ids = stores.map(({ id }) => id)
  const { rows } = await sql<SalesRow>`
    SELECT store_id, hour, ${sumsOfAllPeriods}
    FROM (
      SELECT r.*, paid.paid_at AS at, paid.total_cents AS cents,
        CASE WHEN paid.paid_at >= today OR (paid.paid_at >= day_before AND paid.paid_at < day_before_end)
          THEN extract(hour FROM paid.paid_at AT TIME ZONE time_zone)::integer END AS hour
      FROM customer_order paid JOIN ${table} ON r.store_id = paid.store_id
      WHERE paid.store_id = any(${ids}::integer[]) AND paid.paid_at >= ${from} AND paid.paid_at <= ${until}
        ${testing.length > 0 ? sql`AND NOT (${tests})` : sql``}) sale
    GROUP BY GROUPING SETS ((store_id), (hour))
    HAVING store_id IS NOT NULL OR hour IS NOT NULL`.execute(db)
  return rows
}

/** Refunds, in one row. Reversals are left out: they refund what was never a sale. */
export async function findGivenBack(db: Db, { stores, now, testing = [] }: FindSalesInput): Promise<Sums> {
  const { table, from, until } = getPeriods(stores, now)
  const { rows } = await sql<Sums>`
    SELECT ${sumsOfAllPeriods}
    FROM (
      SELECT r.*, refund.outcome_at AS at, refund.amount_cents AS cents
      FROM refund JOIN customer_order paid ON paid.id = refund.order_id JOIN ${table} ON r.store_id = paid.store_id
      WHERE refund.state = 'DONE' AND refund.kind = 'refund'
        AND refund.outcome_at >= ${from} AND refund.outcome_at <= ${until}
        ${testing.length > 0 ? sql`AND NOT ${isTestSale(sql`paid.id`)}` : sql``}) refunds`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum without a row')
  return row
}

/** The test payments of this week that the figures leave out. */
export async function findLeftOut(db: Db, { stores, now, testing = [] }: FindSalesInput) {
  if (testing.length === 0) return { purchases: 0, sales: 0 }
  const { table } = getPeriods(stores, now)
  const { rows } = await sql<{ purchases: number; cents: number }>`
    SELECT count(*) AS purchases, coalesce(sum(paid.total_cents), 0)::bigint AS cents
    FROM customer_order paid JOIN ${table} ON r.store_id = paid.store_id
    WHERE paid.store_id = any(${testing}::integer[]) AND paid.paid_at >= r.week AND paid.paid_at <= ${now}
      AND ${isTestSale(sql`paid.id`)}`.execute(db)
  const { purchases = 0, cents = 0 } = rows[0] ?? {}
  return { purchases, sales: eurosFromCents(cents) }
}

/** The earliest possible start of the compared sales: before the week before this one. */
export const comparedSince = (now: Date): Date => new Date(now.getTime() - 16 * DAY_MS)
