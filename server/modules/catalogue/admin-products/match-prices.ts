import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { PlannedPrices } from '#domain/catalogue/price-plan.ts'
import { priceOfDay } from '#server/modules/catalogue/products/price-of-day.ts'

export type PricesQuery = {
  /** What is planned for the prices of `day`, in Finland, or later. */
  prices?: PlannedPrices | undefined
  day?: string | undefined
}

/** Whether a plan begins after a day. */
const beginsAfter = (day: string) => sql`plan.from_day > ${day}::date`

/** Queries for all products with each kind of plan. Leaves out campaigns that lower no price. */
const productsWith: Readonly<Record<PlannedPrices, (day: string) => RawBuilder<unknown>>> = {
  planned: day => sql`SELECT plan.product_id FROM price_plan AS plan WHERE ${beginsAfter(day)}`,
  campaign: day => sql`
    SELECT plan.product_id FROM price_plan AS plan JOIN product ON product.id = plan.product_id
      JOIN product_version AS version ON version.product_id = plan.product_id AND version.is_current
      JOIN LATERAL ${priceOfDay('version', day)} ON today.plan_id = plan.id
    WHERE plan.kind = 'campaign' AND plan.from_day <= ${day}::date AND plan.until_day >= ${day}::date AND plan.ended_at IS NULL`,
}

/** Whether a row's product has the wanted plans; collects all such ids, which are few, once. */
export const isAmongPlanned = ({ prices, day }: PricesQuery, id: RawBuilder<unknown>) =>
  prices && day ? sql<SqlBool>`${id} = any(ARRAY(${productsWith[prices](day)}))` : sql<SqlBool>`true`

/** Like `isAmongPlanned`, but checks each row; needs its current `version`. */
export function isPlanned({ prices, day }: PricesQuery): RawBuilder<SqlBool> {
  if (!prices || !day) return sql`true`
  return prices === 'campaign'
    ? sql`EXISTS (SELECT FROM ${priceOfDay('version', day)} WHERE today.plan_id IS NOT NULL)`
    : sql`EXISTS (SELECT FROM price_plan AS plan WHERE plan.product_id = version.product_id AND ${beginsAfter(day)} OFFSET 0)`
}

/** The first plan that begins after a day. */
type NextPlan = {
  next_kind: 'price' | 'campaign' | null
  next_cents: number | null
  next_day: string | null
}

/** To be joined laterally to `product`; no row where nothing is planned. */
export const nextPlan = (day: string) =>
  sql<NextPlan>`(
    SELECT plan.kind AS next_kind, plan.price_cents AS next_cents, plan.from_day AS next_day FROM price_plan AS plan
    WHERE plan.product_id = product.id AND ${beginsAfter(day)}
    ORDER BY plan.from_day, plan.id LIMIT 1
  )`.as('next_plan')
