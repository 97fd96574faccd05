import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS, HOUR_MS, DAY_MS } from '#domain/durations.ts'
import { sumClosingDays, type RateShare } from '#domain/payments/closing.ts'
import { findBookedSales } from '#server/modules/payments/closings/bookkeeping-rows.ts'
import { TAXED_LINES_OF_PAID, TAXED_LINES_OF_REFUND } from '#server/modules/payments/closings/lines-with-vat.ts'
import { clocks, localDateSql, whileClock } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { Context } from '#server/platform/context.ts'
import { recordset } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import {
  type SalesQuery,
  type Days,
  isSummarisedDay,
  LINES_OF_PAID_ORDER,
  paidOrders,
  REFUND_COLUMNS,
  doneRefunds,
  SALE_COLUMNS,
} from './sales-rows.ts'

const EVERY_MS = 10 * MINUTE_MS
const FIRST_AFTER_MS = 60_000

/** A day is over for the summary this long after its end: what began before midnight has been committed by then. */
const SETTLED_MINUTES = 60
/** One transaction adds at most this many days. */
const STEP_DAYS = 31
/** Each run compares this many of the last days with the orders, and once a day all of them. */
const RECENT_DAYS = 3
const COMPARE_ALL_HOURS = 24
const BEFORE_ALL_SALES = '2000-01-01'
const AFTER_ALL_SALES = '9000-01-01'

type SummariseSalesContext = Pick<Context, 'db' | 'now'> & { log: { warn: (what: object, message: string) => void } }
type StoreDay = { storeId: number; date: string }

/** The summary contains all sales of the stores before this moment. */
export async function findSummarisedUntil(db: Db, store: number | undefined): Promise<Date> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT min(coalesce(summary.until,
      (SELECT min(paid_at) FROM customer_order WHERE store_id = store.id AND paid_at IS NOT NULL))) AS until
    FROM store LEFT JOIN sales_summary summary ON summary.store_id = store.id
    ${store === undefined ? sql`` : sql`WHERE store.id = ${store}`}`.execute(db)
  return rows[0]?.until ?? new Date(AFTER_ALL_SALES)
}

/** Whether a moment's sales are not in the summary yet. */
export const sinceSummary =
  ({ summarisedUntil }: SalesQuery) =>
  (at: RawBuilder<unknown>) =>
    sql`${at} >= ${summarisedUntil}
      AND ${at} >= coalesce((SELECT until FROM sales_summary WHERE store_id = clock.store_id), '-infinity')`
const untilSummary = (at: RawBuilder<unknown>) =>
  sql`${at} < (SELECT until FROM sales_summary WHERE store_id = clock.store_id)`

/** The sums of summarised days for each terminal and VAT rate. */
export async function findSummarisedRates(db: Db, query: SalesQuery): Promise<(RateShare & { terminalId: number })[]> {
  const { rows } = await sql<RateShare & { terminalId: number }>`
    SELECT terminal_id AS "terminalId", rate_basis_points AS "rateBasisPoints", sum(sold_cents)::bigint AS "salesCents",
      sum(refunded_cents)::bigint AS "refundsCents", sum(vat_cents)::bigint AS "vatCents"
    FROM sales_by_vat_rate WHERE ${isSummarisedDay(query)} GROUP BY 1, 2`.execute(db)
  return rows
}

/** Adds the days that are over to the summary, and computes again those that no longer agree with the orders. */
export async function summariseSales(context: SummariseSalesContext): Promise<void> {
  for (const { storeId, target } of await findBehind(context)) {
    while (await addDays(context.db, storeId, target));
  }
  const recent = new Date(context.now().getTime() - RECENT_DAYS * DAY_MS).toISOString().slice(0, 10)
  await mend(context, { from: recent, until: AFTER_ALL_SALES })
  for (const store of await findLongUncompared(context)) {
    await mend(context, { from: BEFORE_ALL_SALES, until: AFTER_ALL_SALES, store })
    await context.db
      .updateTable('sales_summary')
      .set({ compared_at: context.now() })
      .where('store_id', '=', store)
      .execute()
  }
}

/** Stores with sales on days that are over and not in the summary. `target`: the beginning of the first day that is not over. */
async function findBehind({ db, now }: SummariseSalesContext): Promise<{ storeId: number; target: Date }[]> {
  const settled = new Date(now().getTime() - SETTLED_MINUTES * MINUTE_MS)
  const { rows } = await sql<{ storeId: number; target: Date }>`
    SELECT id AS "storeId", target FROM (
      SELECT id, (${settled}::timestamptz AT TIME ZONE time_zone)::date::timestamp AT TIME ZONE time_zone AS target FROM store) store
    LEFT JOIN sales_summary summary ON summary.store_id = id
    WHERE coalesce(summary.until,
      (SELECT min(paid_at) FROM customer_order WHERE store_id = store.id AND paid_at IS NOT NULL)) < target
    ORDER BY id`.execute(db)
  return rows
}

/** Adds the next days of a store, at most to `target`. Returns whether there may be more. */
const addDays = (db: Db, store: number, target: Date): Promise<boolean> =>
  inTransaction(db, async trx => {
    await sql`
      INSERT INTO sales_summary (store_id, until)
      SELECT store_id, min(paid_at) FROM customer_order WHERE store_id = ${store} AND paid_at IS NOT NULL GROUP BY 1
      ON CONFLICT DO NOTHING`.execute(trx)
    await lockSummary(trx, store)
    const next = sql`least(${target}, summary.until + make_interval(days => ${sql.lit(STEP_DAYS)}))`
    const step = await findStep(
      trx,
      { store, target },
      sql`
      UPDATE sales_summary summary SET until = ${next}
      FROM sales_summary before WHERE before.store_id = ${store} AND summary.store_id = ${store}
        AND summary.until < ${target}
      RETURNING before.until AS from, summary.until`,
    )
    if (!step) return false
    await compute(trx, { ...step, store })
    return !step.isLast
  })

type SummaryStep = { store: number; target: Date | ReturnType<typeof sql> }

/** The days of both moments of a step, by the clocks at that time: the first may have begun under an earlier time zone. */
async function findStep(trx: Trx, { store, target }: SummaryStep, step: RawBuilder<unknown>) {
  const { rows } = await sql<{ from: string; until: string; isLast: boolean }>`
    WITH step AS (${step}), moment AS (SELECT "from" AS at FROM step UNION ALL SELECT until FROM step)
    SELECT min(${localDateSql(sql`at`)}) AS from, max(${localDateSql(sql`at`)}) AS until, max(at) >= ${target} AS "isLast"
    FROM moment JOIN ${clocks} ON clock.store_id = ${store} AND ${whileClock(sql`at`)}
    HAVING count(*) > 0`.execute(trx)
  return rows[0]
}

const lockSummary = (trx: Trx, store: number) =>
  trx.selectFrom('sales_summary').select('store_id').where('store_id', '=', store).forUpdate().execute()

type StoreDays = Days & { store: number }

/** Writes a store's days again, from the sales before the moment up to which the summary is complete. */
async function compute(trx: Trx, days: StoreDays): Promise<void> {
  for (const table of ['sales_by_hour', 'sales_by_product', 'sales_by_vat_rate'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE ${isSummarisedDay(days)}`.execute(trx)
  await sql`
    INSERT INTO sales_by_hour (store_id, date, hour, is_test, purchases, sold_cents, refunded_cents)
    SELECT store_id, date, hour, is_test, sum(purchases), sum(sold), sum(refunded) FROM (
      SELECT paid.store_id, ${SALE_COLUMNS.date} AS date, ${SALE_COLUMNS.hour} AS hour, ${SALE_COLUMNS.isTest} AS is_test, 1 AS purchases,
        paid.total_cents AS sold, 0 AS refunded
      FROM ${paidOrders(days, 'summarised')}
      UNION ALL
      SELECT paid.store_id, ${REFUND_COLUMNS.date}, ${REFUND_COLUMNS.hour}, ${REFUND_COLUMNS.isTest}, 0, 0, refund.amount_cents
      FROM ${doneRefunds(days, 'summarised')}) moved
    GROUP BY 1, 2, 3, 4`.execute(trx)
  await sql`
    INSERT INTO sales_by_product (store_id, date, product_id, is_test, purchases, sold_cents, refunded_cents,
      quantity_thousandths)
    SELECT store_id, date, product_id, is_test, sum(purchases), sum(sold), sum(refunded), sum(quantity) FROM (
      SELECT paid.store_id, paid.date, line.product_id, paid.is_test, 1 AS purchases, line.total_cents AS sold, 0 AS refunded,
        line.quantity_thousandths AS quantity
      FROM (
        SELECT paid.id, paid.store_id, ${SALE_COLUMNS.date} AS date, ${SALE_COLUMNS.isTest} AS is_test
        FROM ${paidOrders(days, 'summarised')} OFFSET 0) paid CROSS JOIN LATERAL ${LINES_OF_PAID_ORDER}
      UNION ALL
      SELECT paid.store_id, ${REFUND_COLUMNS.date}, line.product_id, ${REFUND_COLUMNS.isTest}, 0, 0, part.amount_cents,
        -part.quantity_thousandths
      FROM ${doneRefunds(days, 'summarised')} JOIN refund_line part ON part.refund_id = refund.id
        JOIN order_line line ON line.id = part.order_line_id) moved
    GROUP BY 1, 2, 3, 4`.execute(trx)
  await computeGroups(trx, days)
  await computeRates(trx, days)
}

async function computeGroups(trx: Trx, days: StoreDays): Promise<void> {
  await sql`DELETE FROM sales_by_group WHERE ${isSummarisedDay(days)}`.execute(trx)
  await sql`
    INSERT INTO sales_by_group (store_id, date, product_id, group_id, is_test, sold_cents, refunded_cents,
      quantity_thousandths, vat_cents)
    SELECT store_id, date, product_id, group_id, is_test, sum(sold), sum(refunded), sum(quantity), sum(vat) FROM (
      SELECT paid.store_id, paid.date, line.product_id, line.group_id, paid.is_test, line.total_cents AS sold, 0 AS refunded,
        line.quantity_thousandths AS quantity, line.vat_cents AS vat
      FROM (
        SELECT paid.id, paid.store_id, ${SALE_COLUMNS.date} AS date, ${SALE_COLUMNS.isTest} AS is_test
        FROM ${paidOrders(days, 'summarised')} OFFSET 0) paid CROSS JOIN LATERAL ${TAXED_LINES_OF_PAID}
      UNION ALL
      SELECT paid.store_id, ${REFUND_COLUMNS.date}, line.product_id, line.group_id, ${REFUND_COLUMNS.isTest}, 0, line.amount_cents,
        -line.quantity_thousandths, -line.vat_cents
      FROM ${doneRefunds(days, 'summarised')} CROSS JOIN LATERAL ${TAXED_LINES_OF_REFUND}) moved
    GROUP BY 1, 2, 3, 4, 5`.execute(trx)
}

/** VAT is rounded on each receipt, in one place: by the rules of the closings. */
async function computeRates(trx: Trx, days: StoreDays): Promise<void> {
  const closings = sumClosingDays(await findBookedSales(trx, { ...days, also: untilSummary }))
  const rows = closings.flatMap(({ storeId, terminalId, date, byRate }) =>
    byRate.map(rate => ({
      store_id: storeId,
      date,
      terminal_id: terminalId,
      rate_basis_points: rate.rateBasisPoints,
      sold_cents: rate.salesCents,
      refunded_cents: rate.refundsCents,
      vat_cents: rate.vatCents,
    })),
  )
  await sql`
    INSERT INTO sales_by_vat_rate (store_id, date, terminal_id, rate_basis_points, sold_cents, refunded_cents, vat_cents)
    SELECT * FROM ${recordset(
      rows,
      'store_id integer, date date, terminal_id integer, rate_basis_points integer, sold_cents bigint, refunded_cents bigint, vat_cents bigint',
    )}`.execute(trx)
}

/** The days whose sales by group and by product differ. `grouped` is 1, to mark them. */
const groupedLessProducts = (days: Days) => sql`
  SELECT store_id, date, 1 AS grouped
  FROM (
    SELECT store_id, date, sold_cents AS sold, refunded_cents AS refunded FROM sales_by_group WHERE ${isSummarisedDay(days)}
    UNION ALL
    SELECT store_id, date, -sold_cents, -refunded_cents FROM sales_by_product WHERE ${isSummarisedDay(days)}) part
  GROUP BY 1, 2 HAVING sum(sold) <> 0 OR sum(refunded) <> 0`

/**
 * The days whose summary differs from their orders and refunds: something with a moment in the past was written afterwards, such
 * as by a transaction that took longer than an hour, or by hand.
 */
export const differingDays = (days: Days) => sql<StoreDay>`
  SELECT store_id AS "storeId", date::text, sum(purchases)::text AS purchases, sum(sold)::text AS sold,
    sum(refunded)::text AS refunded
  FROM (
    SELECT store_id, date, purchases, sold_cents AS sold, refunded_cents AS refunded, 0 AS grouped
    FROM sales_by_hour WHERE ${isSummarisedDay(days)}
    UNION ALL
    SELECT store_id, date, 0, 0, 0, moved.grouped FROM (${groupedLessProducts(days)}) moved
    UNION ALL
    SELECT paid.store_id, ${SALE_COLUMNS.date}, -count(*), -sum(paid.total_cents), 0, 0 FROM ${paidOrders(days, 'summarised')} GROUP BY 1, 2
    UNION ALL
    SELECT paid.store_id, ${REFUND_COLUMNS.date}, 0, 0, -sum(refund.amount_cents), 0 FROM ${doneRefunds(days, 'summarised')}
    GROUP BY 1, 2) moved
  GROUP BY store_id, date
  HAVING sum(purchases) <> 0 OR sum(sold) <> 0 OR sum(refunded) <> 0 OR max(grouped) <> 0`

async function mend({ db, log }: SummariseSalesContext, days: Days): Promise<void> {
  const { rows } = await differingDays(days).execute(db)
  for (const { storeId: store, date } of rows) {
    log.warn({ store, date }, 'the summary of a day differed from its orders and was computed again')
    await inTransaction(db, async trx => {
      await lockSummary(trx, store)
      await compute(trx, { from: date, until: date, store })
    })
  }
}

async function findLongUncompared({ db, now }: SummariseSalesContext): Promise<number[]> {
  const before = new Date(now().getTime() - COMPARE_ALL_HOURS * HOUR_MS)
  const rows = await db
    .selectFrom('sales_summary')
    .select('store_id')
    .where(({ or, eb }) => or([eb('compared_at', 'is', null), eb('compared_at', '<', before)]))
    .execute()
  return rows.map(({ store_id }) => store_id)
}

export const startSalesSummary = (context: Context): RunningJob =>
  startPeriodicJob(context, {
    name: 'daily summary of sales',
    work: () => summariseSales(context),
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
  })
