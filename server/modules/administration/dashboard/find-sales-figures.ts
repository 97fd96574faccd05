import { sql } from 'kysely'
import type { SalesComparison, SalesFigures, HourOfSales, StoreSales } from '#contract/administration/dashboard.ts'
import { salesPeriods, type SalesPeriods, type TimeSpan } from '#domain/administration/sales-periods.ts'
import { DAY_MS } from '#domain/durations.ts'
import { eurosFromCents, roundHalfAwayFromZero } from '#domain/money.ts'
import { isTestSale } from '#server/modules/payments/closings/find-closings.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** The figures of today and this week, and the test payments that they leave out. */
export async function findSalesFigures(db: Db, query: FindSalesInput<NamedStore>) {
  const [sales, refunds, excluded_tests] = await Promise.all([
    findSales(db, query),
    findRefunds(db, query),
    findExcludedTests(db, query),
  ])
  return { ...addUpSales(sales, refunds, query.stores), excluded_tests }
}

type StoreClock = { id: number; time_zone: string }

const PERIOD_COLUMNS = `store_id integer, time_zone text, today timestamptz, day_before timestamptz,
  day_before_end timestamptz, week timestamptz, week_before timestamptz, same_moment timestamptz`

const toIsoText = (ms: number) => new Date(ms).toISOString()

/** The periods of each store by its own clock, as a table, and the span of all of them. */
function getPeriods(stores: readonly StoreClock[], now: Date) {
  const byZone = new Map<string, SalesPeriods>()
  const inZone = (zone: string): SalesPeriods => {
    const periods = byZone.get(zone) ?? salesPeriods(now.getTime(), zone)
    byZone.set(zone, periods)
    return periods
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
  const all: TimeSpan = {
    from: Math.min(now.getTime(), ...[...byZone.values()].map(({ weekBefore }) => weekBefore.from)),
    until: now.getTime(),
  }
  return { table: jsonRecordset(rows, PERIOD_COLUMNS), from: new Date(all.from), until: new Date(all.until) }
}

/** Sum in cents and count in each period; `whole` is the whole day that today is compared with. */
type PeriodSums = Record<`${'today' | 'day' | 'whole' | 'week' | 'before'}_${'cents' | 'count'}`, number>
type SalesRow = PeriodSums & { store_id: number | null; hour: number | null }

const sumAndCount = (name: 'today' | 'day' | 'whole' | 'week' | 'before', when: string) =>
  sql.raw(`coalesce(sum(cents) FILTER (WHERE ${when}), 0)::bigint AS ${name}_cents,
    count(*) FILTER (WHERE ${when}) AS ${name}_count`)

const sumsOfAllPeriods = sql.join([
  sumAndCount('today', 'at >= today'),
  sumAndCount('day', 'at >= day_before AND at < same_moment'),
  sumAndCount('whole', 'at >= day_before AND at < day_before_end'),
  sumAndCount('week', 'at >= week'),
  sumAndCount('before', 'at >= week_before AND at < same_moment'),
])

/** `testing`: the stores whose test payments are left out; undefined in a shop that has only test payments. */
type FindSalesInput<Store = StoreClock> = {
  stores: readonly Store[]
  now: Date
  testing: readonly number[] | undefined
}

/**
 * Paid orders: a row for each store, and one for each hour of the two days. Reads only the index of paid orders, except in stores
 * that test: test payments take no money and are no sales.
 */
async function findSales(db: Db, { stores, now, testing = [] }: FindSalesInput): Promise<SalesRow[]> {
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
async function findRefunds(db: Db, { stores, now, testing = [] }: FindSalesInput): Promise<PeriodSums> {
  const { table, from, until } = getPeriods(stores, now)
  const { rows } = await sql<PeriodSums>`
    SELECT ${sumsOfAllPeriods}
    FROM (
      SELECT r.*, refund.outcome_at AS at, refund.amount_cents AS cents
      FROM refund JOIN customer_order paid ON paid.id = refund.order_id JOIN ${table} ON r.store_id = paid.store_id
      WHERE refund.state = 'DONE' AND refund.kind = 'refund'
        AND refund.outcome_at >= ${from} AND refund.outcome_at <= ${until}
        ${testing.length > 0 ? sql`AND NOT ${isTestSale(sql`paid.id`)}` : sql``}) refunds`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the sums are one row')
  return row
}

/** The test payments of this week that the figures leave out. */
async function findExcludedTests(db: Db, { stores, now, testing = [] }: FindSalesInput) {
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

type FigurePeriod = 'today' | 'day' | 'week' | 'before'
type NamedStore = StoreClock & { name: string; published: boolean }

const toSold = (row: SalesRow | undefined, period: FigurePeriod | 'whole') => ({
  sales: eurosFromCents(row?.[`${period}_cents`] ?? 0),
  purchases: row?.[`${period}_count`] ?? 0,
})

function toFigures(rows: readonly SalesRow[], refunds: PeriodSums, period: FigurePeriod): SalesFigures {
  const cents = rows.reduce((sum, row) => sum + row[`${period}_cents`], 0)
  const purchases = rows.reduce((sum, row) => sum + row[`${period}_count`], 0)
  return {
    sales: eurosFromCents(cents),
    purchases,
    average: purchases > 0 ? eurosFromCents(roundHalfAwayFromZero(cents, purchases)) : null,
    refunds: refunds[`${period}_count`],
    refunded: eurosFromCents(refunds[`${period}_cents`]),
  }
}

/** The figures of all stores together, by the hour and by the store. */
function addUpSales(rows: readonly SalesRow[], refunds: PeriodSums, stores: readonly NamedStore[]) {
  const storeRows = rows.filter(({ store_id }) => store_id !== null)
  const byId = new Map(storeRows.map(row => [row.store_id, row]))
  const compared = (now: FigurePeriod, before: FigurePeriod): SalesComparison => ({
    current: toFigures(storeRows, refunds, now),
    previous: toFigures(storeRows, refunds, before),
  })
  const hours = rows.flatMap((row): HourOfSales[] =>
    row.hour === null ? [] : [{ hour: row.hour, current: toSold(row, 'today'), previous: toSold(row, 'whole') }],
  )
  const sales_by_store = stores.flatMap(({ id, name, published }): StoreSales[] => {
    const row = byId.get(id)
    if (!published && !row) return []
    const today = { current: toSold(row, 'today'), previous: toSold(row, 'day') }
    return [{ id, name, today, week: { current: toSold(row, 'week'), previous: toSold(row, 'before') } }]
  })
  return {
    today: compared('today', 'day'),
    week: compared('week', 'before'),
    hours: hours.toSorted((a, b) => a.hour - b.hour),
    sales_by_store,
  }
}
