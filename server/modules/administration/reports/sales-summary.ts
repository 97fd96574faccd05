import { type RawBuilder, sql } from 'kysely'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import { MINUTE_MS, HOUR_MS, DAY_MS } from '#domain/durations.ts'
import type { RateShare } from '#domain/payments/closing.ts'
import { clocks, localDateSql, whileClock } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { computeSummary, differingDays } from './compute-summary.ts'
import { type SalesQuery, type SalesDays, isSummarisedDay } from './sales-rows.ts'

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

/** The summary contains all sales of the stores before this moment. */
export async function findSummarisedUntil(db: Db, stores: StoreScope): Promise<Date> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT min(coalesce(summary.until,
      (SELECT min(paid_at) FROM customer_order WHERE store_id = store.id AND paid_at IS NOT NULL))) AS until
    FROM store LEFT JOIN sales_summary summary ON summary.store_id = store.id
    WHERE ${inStores(stores, sql`store.id`)}`.execute(db)
  return rows[0]?.until ?? new Date(AFTER_ALL_SALES)
}

/** Whether a moment's sales are not in the summary yet. */
export const sinceSummary =
  ({ summarisedUntil }: SalesQuery) =>
  (at: RawBuilder<unknown>) =>
    sql`${at} >= ${summarisedUntil}
      AND ${at} >= coalesce((SELECT until FROM sales_summary WHERE store_id = clock.store_id), '-infinity')`

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
  await mendSummary(context, { from: recent, until: AFTER_ALL_SALES, stores: StoreScope.all })
  for (const store of await findLongUncompared(context)) {
    await mendSummary(context, {
      from: BEFORE_ALL_SALES,
      until: AFTER_ALL_SALES,
      stores: StoreScope.all.narrowedTo(store),
    })
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
    await computeSummary(trx, { ...step, stores: StoreScope.all.narrowedTo(store) })
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

async function mendSummary({ db, log }: SummariseSalesContext, days: SalesDays): Promise<void> {
  const { rows } = await differingDays(days).execute(db)
  for (const { storeId: store, date } of rows) {
    log.warn({ store, date }, 'the summary of a day differed from its orders and was computed again')
    await inTransaction(db, async trx => {
      await lockSummary(trx, store)
      await computeSummary(trx, { from: date, until: date, stores: StoreScope.all.narrowedTo(store) })
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
