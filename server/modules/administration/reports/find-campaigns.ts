import { sql } from 'kysely'
import type { Campaign } from '#contract/administration/campaigns.ts'
import { comparedPeriods } from '#domain/administration/compared-periods.ts'
import type { ReportPeriod } from '#domain/administration/reports.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE, shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { earlierDay, type FindReportInput, toSalesQuery } from './find-report.ts'
import { productDays, type SalesQuery } from './sales-rows.ts'

const SHOWN_OVER = 20
const SHOWN_PRODUCTS = 100

type FindCampaignsInput = Pick<FindReportInput, 'stores' | 'language'>
type Days = Pick<Campaign, 'state' | 'from_day' | 'until_day'>

/** Campaigns by their days, with what they sold in these stores: running and planned ones, and the last that are over. */
export const findCampaigns = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  input: FindCampaignsInput,
): Promise<Campaign[]> =>
  inSnapshot(db, async snapshot => {
    const today = shopDate(now())
    const found = await findDays(snapshot, today)
    const spans = found.map(days => toSpan(days, today))
    const from = spans.reduce((first, { before }) => earlierDay(first, before.from), today)
    const query = await toSalesQuery(snapshot, { ...input, from, until: today, today })
    const rows = await findProducts(snapshot, query, { spans, today })
    return found.map((days, at) =>
      toCampaign(
        days,
        rows.filter(({ span }) => span === at),
      ),
    )
  })

/** Ended early, a campaign is over. */
const campaignState = (today: string) => sql<
  Campaign['state']
>`CASE WHEN ended_at IS NOT NULL OR until_day < ${today}::date THEN 'over'
  WHEN from_day > ${today}::date THEN 'planned' ELSE 'running' END`

async function findDays(db: Db, today: string): Promise<Days[]> {
  const { rows } = await sql<Days>`
    SELECT state, from_day::text, until_day::text FROM (
      SELECT DISTINCT ${campaignState(today)} AS state, from_day, until_day FROM price_plan WHERE kind = 'campaign') campaign
    WHERE state <> 'over'
    UNION ALL (
      SELECT DISTINCT 'over', from_day::text, until_day::text FROM price_plan
      WHERE kind = 'campaign' AND ${campaignState(today)} = 'over' ORDER BY 3 DESC, 2 DESC LIMIT ${sql.lit(SHOWN_OVER)})`.execute(
    db,
  )
  const byDay = rows.toSorted((a, b) => a.from_day.localeCompare(b.from_day))
  // The next one first, then what ended last.
  return [
    ...byDay.filter(({ state }) => state === 'running'),
    ...byDay.filter(({ state }) => state === 'planned'),
    ...byDay.filter(({ state }) => state === 'over').toReversed(),
  ]
}

type CampaignSpan = Days & { counted: ReportPeriod; before: ReportPeriod }

/** The days until today, and those before them; of a planned campaign the same day twice, on which it sold nothing. */
function toSpan(days: Days, today: string): CampaignSpan {
  const counted = { from: days.from_day, until: earlierDay(days.until_day, today) }
  return { ...days, counted, before: days.state === 'planned' ? counted : comparedPeriods(counted, today).before }
}

type ProductRow = {
  span: number
  product_id: number
  name: string
  unit: string
  cents: number
  regular_cents: number
  ended_early: boolean
  thousandths: number
  net: number
  before: number
}

type CampaignSpans = { spans: readonly CampaignSpan[]; today: string }

async function findProducts(db: Db, query: SalesQuery, { spans, today }: CampaignSpans): Promise<ProductRow[]> {
  if (spans.length === 0) return []
  const rows = spans.map(
    ({ state, from_day, until_day, counted, before }, at) =>
      sql`(${sql.lit(at)}::integer, ${state}, ${from_day}::date, ${until_day}::date, ${counted.from}::date,
        ${counted.until}::date, ${before.from}::date, ${before.until}::date)`,
  )
  const isDuring = sql`sale.date BETWEEN counted_from AND least(counted_until, ended_day)`
  const found = await sql<ProductRow>`
    WITH span (at, state, from_day, until_day, counted_from, counted_until, before_from, before_until) AS (VALUES ${sql.join(rows)}),
    plan AS (
      SELECT *, (ended_at AT TIME ZONE ${SHOP_TIME_ZONE})::date AS ended_day, ${campaignState(today)} AS plan_state FROM price_plan
      WHERE kind = 'campaign'),
    sale AS (SELECT * FROM (${productDays(query)}) days WHERE product_id IN (SELECT product_id FROM plan))
    SELECT at AS span, plan.product_id, text_in(version.names, ${sql.lit(query.language)}) AS name, version.unit,
      plan.price_cents AS cents, version.price_cents AS regular_cents, plan.ended_at IS NOT NULL AS ended_early,
      coalesce(sum(quantity) FILTER (WHERE ${isDuring}), 0)::bigint AS thousandths,
      coalesce(sum(net) FILTER (WHERE ${isDuring}), 0)::bigint AS net,
      coalesce(sum(net) FILTER (WHERE sale.date BETWEEN before_from AND before_until), 0)::bigint AS before
    FROM span JOIN plan ON plan.from_day = span.from_day AND plan.until_day = span.until_day AND plan_state = span.state
    JOIN product_version version ON version.product_id = plan.product_id AND version.is_current
    LEFT JOIN sale ON sale.product_id = plan.product_id
    GROUP BY at, plan.id, plan.product_id, version.names, version.unit, plan.price_cents, version.price_cents, plan.ended_at
    ORDER BY at, net DESC, plan.product_id`.execute(db)
  return found.rows
}

function toCampaign(days: Days, rows: readonly ProductRow[]): Campaign {
  const addUp = (getCents: (row: ProductRow) => number) =>
    eurosFromCents(rows.reduce((sum, row) => sum + getCents(row), 0))
  return {
    ...days,
    product_count: rows.length,
    net: addUp(({ net }) => net),
    net_before: addUp(({ before }) => before),
    products: rows.slice(0, SHOWN_PRODUCTS).map(({ product_id, name, unit, ended_early, ...row }) => ({
      product_id,
      name,
      unit,
      ended_early,
      price: eurosFromCents(row.cents),
      regular_price: eurosFromCents(row.regular_cents),
      quantity: quantityFromThousandths(row.thousandths),
      net: eurosFromCents(row.net),
      net_before: eurosFromCents(row.before),
    })),
  }
}
