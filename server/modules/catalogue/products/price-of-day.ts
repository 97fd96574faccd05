import { sql } from 'kysely'

/** The price of a product on a day, with the plan and days of the campaign that lowers it, if any. */
export type PriceOfDay = {
  cents: number
  regular_cents: number
  plan_id: number | null
  from_day: string | null
  until_day: string | null
  planned_at: Date | null
}

/**
 * For a lateral join to `product` and one of its versions (`version`: the alias); one row for each. A planned price applies from
 * its day on, even before a version has it, and a campaign only where it lowers the price, and never to a price on the package's
 * label. Plans below the deposit are ignored.
 */
export function priceOfDay(version: 'version' | 'product_version', day: string) {
  const toColumn = (column: string) => sql.ref(`${version}.${column}`)
  return sql<PriceOfDay>`(
    SELECT coalesce(campaign.price_cents, regular.cents) AS cents, regular.cents AS regular_cents, campaign.id AS plan_id,
      campaign.from_day, campaign.until_day, campaign.created_at AS planned_at
    FROM (SELECT coalesce((
        SELECT plan.price_cents FROM price_plan AS plan
        WHERE plan.product_id = ${toColumn('product_id')} AND plan.kind = 'price' AND plan.applied_at IS NULL
          AND plan.from_day <= ${day}::date AND plan.price_cents >= ${toColumn('deposit_cents')}
        ORDER BY plan.from_day DESC LIMIT 1
      ), ${toColumn('price_cents')}) AS cents) AS regular
    LEFT JOIN (campaign_day JOIN price_plan AS campaign ON campaign.id = campaign_day.price_plan_id)
      ON campaign_day.product_id = ${toColumn('product_id')} AND campaign_day.day = ${day}::date
        AND campaign.price_cents < regular.cents AND campaign.price_cents >= ${toColumn('deposit_cents')}
        AND product.product_code_type <> 'bulk_encoded_price'
  )`.as('today')
}

/** The ids of the products whose price on a day may be another than that of their version: few, found by indexes. */
export const pricedByPlan = (day: string) => sql`
  SELECT plan.product_id FROM price_plan AS plan
  WHERE plan.kind = 'price' AND plan.applied_at IS NULL AND plan.from_day <= ${day}::date
  UNION ALL SELECT plan.product_id FROM price_plan AS plan
  WHERE plan.kind = 'campaign' AND plan.from_day <= ${day}::date AND plan.until_day >= ${day}::date`

/** The columns of `today` for a select. */
export const PRICE_OF_DAY = [
  'today.cents',
  'today.regular_cents',
  'today.plan_id',
  'today.from_day',
  'today.until_day',
  'today.planned_at',
] as const
