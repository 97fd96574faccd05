import { sql, type RawBuilder } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { isTestSale } from '#server/modules/payments/closings/find-closings.ts'
import {
  clockSpans,
  dayStartSql,
  isInClockSpan,
  localDateSql,
  type StoreDays,
} from '#server/modules/stores/admin-stores/store-clocks.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/**
 * `summarisedUntil`: the summary has all sales before it; the planner does not read them then. `daysAgo`: the last day ends at the
 * moment at which the clock showed, so many days ago, what it shows now.
 */
export type SalesDays = StoreDays & { summarisedUntil?: Date; endsAsOf?: { now: Date; daysAgo: number } | undefined }

/** `testing`: the stores whose test payments are left out; undefined in a shop that has only test payments. */
export type SalesQuery = SalesDays & {
  language: LanguageCode
  testing: readonly number[] | undefined
  /** In Finland. */
  today: string
  /** An inventory shows the stock at the end of this past day; undefined: now. */
  day?: string | undefined
  summarisedUntil: Date
}

/** `summarised`: the moments whose sales the daily summary has; `since`: the others. */
type SalesSource = 'all' | 'summarised' | 'since'

const SUMMARY_OF_CLOCK = sql`(SELECT until FROM sales_summary WHERE store_id = clock.store_id)`

/** With a last day that is cut, the summary is read up to the day before the last two: stores on two sides of the date line. */
const RAW_DAYS = 1

const summaryOfClock = ({ until, endsAsOf }: SalesDays) =>
  endsAsOf ? sql`least(coalesce(${SUMMARY_OF_CLOCK}, '-infinity'), ${dayStartSql(until, -RAW_DAYS)})` : SUMMARY_OF_CLOCK

/** The moments of the period, by each store's clock. */
export const salesSpans = (days: SalesDays, source: SalesSource = 'all') => {
  const { endsAsOf } = days
  const cut =
    endsAsOf &&
    sql`(${endsAsOf.now}::timestamptz AT TIME ZONE clock.time_zone - make_interval(days => ${sql.lit(endsAsOf.daysAgo)}))
      AT TIME ZONE clock.time_zone`
  const summarised = source === 'summarised' ? sql`coalesce(${SUMMARY_OF_CLOCK}, '-infinity')` : undefined
  return clockSpans(days, { begins: source === 'since' ? summaryOfClock(days) : undefined, ends: summarised ?? cut })
}

const notBefore = (at: RawBuilder<unknown>, { summarisedUntil, until, endsAsOf }: SalesDays) => {
  if (!summarisedUntil) return sql`true`
  return endsAsOf
    ? sql`${at} >= least(${summarisedUntil}::timestamptz, ${until}::date - 3)`
    : sql`${at} >= ${summarisedUntil}`
}

/** Paid orders of the period, each with its store's clock at that time. */
export const paidOrders = (days: SalesDays, source: SalesSource) => sql`
  ${salesSpans(days, source)} JOIN customer_order paid ON paid.store_id = clock.store_id AND ${isInClockSpan(sql`paid.paid_at`, days)}
    AND paid.paid_at IS NOT NULL AND ${notBefore(sql`paid.paid_at`, days)}`

/** Refunds whose money went back in the period. Reversals return what was never a sale. */
export const doneRefunds = (days: SalesDays, source: SalesSource) => sql`
  refund JOIN customer_order paid ON paid.id = refund.order_id JOIN ${salesSpans(days, source)} ON clock.store_id = paid.store_id
    AND refund.state = 'DONE' AND refund.kind = 'refund' AND ${isInClockSpan(sql`refund.outcome_at`, days)}
    AND ${notBefore(sql`refund.outcome_at`, days)}`

type SaleColumns = {
  date: RawBuilder<unknown>
  hour: RawBuilder<unknown>
  store: RawBuilder<unknown>
  isTest: RawBuilder<unknown>
}

const columnsAt = (at: RawBuilder<unknown>): SaleColumns => ({
  date: localDateSql(at),
  hour: sql`extract(hour FROM ${at} AT TIME ZONE clock.time_zone)::smallint`,
  store: sql`paid.store_id`,
  isTest: isTestSale(sql`paid.id`),
})
/** The date, hour, store and test flag of a paid order, a refund, and a row of the summary. */
export const SALE_COLUMNS = columnsAt(sql`paid.paid_at`)
export const REFUND_COLUMNS = columnsAt(sql`refund.outcome_at`)
export const SUMMARY_COLUMNS: SaleColumns = {
  date: sql`date`,
  hour: sql`hour`,
  store: sql`store_id`,
  isTest: sql`is_test`,
}

export const isNotTest = ({ testing = [] }: SalesQuery, { store, isTest }: SaleColumns) =>
  testing.length === 0 ? sql`true` : sql`NOT (${store} = any(${testing}::integer[]) AND ${isTest})`

export const isSummarisedDay = ({ from, until, stores, endsAsOf }: SalesDays) => sql`
  date BETWEEN ${from}::date AND ${until}::date - ${sql.lit(endsAsOf ? 1 + RAW_DAYS : 0)} AND ${inStores(stores, sql`store_id`)}`

type KeyOf = (row: SaleColumns) => RawBuilder<unknown>

/** The keys of the rows that are made of whole purchases. */
export const ROW_KEYS = {
  day: ({ date }) => date,
  week: ({ date }) => sql`date_trunc('week', ${date}::timestamp)::date`,
  month: ({ date }) => sql`to_char(${date}, 'YYYY-MM')`,
  hour: ({ hour }) => hour,
  store: ({ store }) => store,
  all: () => sql`0`,
} satisfies Record<string, KeyOf>

type SalesRow = { key: string; purchases: number; sold: number; refunded: number }

/** Sums purchases by the time of payment, and refunds by the time of the refund. */
export async function findSalesBy(db: Db, getKey: KeyOf, query: SalesQuery): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    SELECT key::text, sum(purchases)::bigint AS purchases, sum(sold)::bigint AS sold, sum(refunded)::bigint AS refunded
    FROM (
      SELECT ${getKey(SUMMARY_COLUMNS)} AS key, sum(purchases) AS purchases, sum(sold_cents) AS sold, sum(refunded_cents) AS refunded
      FROM sales_by_hour WHERE ${isSummarisedDay(query)} AND ${isNotTest(query, SUMMARY_COLUMNS)} GROUP BY 1
      UNION ALL
      SELECT ${getKey(SALE_COLUMNS)}, count(*), sum(paid.total_cents), 0
      FROM ${paidOrders(query, 'since')} WHERE ${isNotTest(query, SALE_COLUMNS)} GROUP BY 1
      UNION ALL
      SELECT ${getKey(REFUND_COLUMNS)}, 0, 0, sum(refund.amount_cents)
      FROM ${doneRefunds(query, 'since')} WHERE ${isNotTest(query, REFUND_COLUMNS)} GROUP BY 1) movement
    GROUP BY key`.execute(db)
  return rows
}

type SalesLinesRow = SalesRow & { quantity: number }

/** Lines are found by their order: the planner would read the lines of all years for a month's. */
export const LINES_OF_PAID_ORDER = sql`(SELECT * FROM order_line WHERE order_id = paid.id OFFSET 0) line`

/** What each product sold on each day, less what was refunded on it. */
export const productDays = (query: SalesQuery) => sql`
  SELECT product_id, date, quantity_thousandths AS quantity, sold_cents - refunded_cents AS net
  FROM sales_by_product WHERE ${isSummarisedDay(query)} AND ${isNotTest(query, SUMMARY_COLUMNS)}
  UNION ALL
  SELECT line.product_id, ${SALE_COLUMNS.date}, line.quantity_thousandths, line.total_cents
  FROM ${paidOrders(query, 'since')} CROSS JOIN LATERAL ${LINES_OF_PAID_ORDER}
  WHERE ${isNotTest(query, SALE_COLUMNS)}
  UNION ALL
  SELECT line.product_id, ${REFUND_COLUMNS.date}, -part.quantity_thousandths, -part.amount_cents
  FROM ${doneRefunds(query, 'since')} JOIN refund_line part ON part.refund_id = refund.id
    JOIN order_line line ON line.id = part.order_line_id
  WHERE ${isNotTest(query, REFUND_COLUMNS)}`

/** What was sold and refunded of each product: `purchases` contain it, `quantity` is less what came back. */
export async function findSalesByProduct(db: Db, query: SalesQuery): Promise<SalesLinesRow[]> {
  const { rows } = await sql<SalesLinesRow>`
    SELECT product_id::text AS key, sum(purchases)::bigint AS purchases, sum(sold)::bigint AS sold,
      sum(refunded)::bigint AS refunded, sum(quantity)::bigint AS quantity
    FROM (
      SELECT product_id, sum(purchases) AS purchases, sum(sold_cents) AS sold, sum(refunded_cents) AS refunded,
        sum(quantity_thousandths) AS quantity
      FROM sales_by_product WHERE ${isSummarisedDay(query)} AND ${isNotTest(query, SUMMARY_COLUMNS)} GROUP BY 1
      UNION ALL
      SELECT line.product_id, count(*), sum(line.total_cents), 0, sum(line.quantity_thousandths)
      FROM ${paidOrders(query, 'since')} CROSS JOIN LATERAL ${LINES_OF_PAID_ORDER}
      WHERE ${isNotTest(query, SALE_COLUMNS)} GROUP BY 1
      UNION ALL
      SELECT line.product_id, 0, 0, sum(part.amount_cents), -sum(part.quantity_thousandths)
      FROM ${doneRefunds(query, 'since')} JOIN refund_line part ON part.refund_id = refund.id
        JOIN order_line line ON line.id = part.order_line_id
      WHERE ${isNotTest(query, REFUND_COLUMNS)} GROUP BY 1) movement
    GROUP BY product_id`.execute(db)
  return rows
}
