import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { LabelChange, LabelState } from '#domain/catalogue/printed-shelf-label.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { pricedByPlan, priceOfDay } from '#server/modules/catalogue/products/price-of-day.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

export type LabelsQuery = {
  /** What was printed of the shelf labels of `day`, in Finland. */
  shelf_label?: LabelState | undefined
  day?: string | undefined
}

/** `day`: the day of its prices. `changes`: how a label for the requested day would differ; none if it was printed for a later day. */
type PrintedLabel = { printed_at: Date; day: string; changes: LabelChange[] }

/**
 * The lowest price of the 30 days before the campaign is below the printed one: after the printing, the price fell before the
 * campaign began, or another campaign of those days was cheaper, and it or this one was planned after the printing. It may be the
 * campaign of the label, ended and planned again.
 */
const WAS_LOWER_BEFORE_CAMPAIGN = sql`label.lowest_cents IS NOT NULL AND (
  EXISTS (SELECT FROM product_version AS later
    WHERE later.product_id = version.product_id AND later.price_cents < label.lowest_cents
      AND later.created_at > label.printed_at
      AND later.created_at < greatest(today.from_day::timestamp AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)}, today.planned_at))
  OR EXISTS (SELECT FROM price_plan AS other
    WHERE other.product_id = version.product_id AND other.kind = 'campaign' AND other.price_cents < label.lowest_cents
      AND other.id <> today.plan_id AND greatest(other.created_at, today.planned_at) > label.printed_at
      AND other.from_day <= today.from_day AND other.until_day >= today.from_day - 30))`

/** In the order of LABEL_CHANGES. A campaign that begins or ends always changes the price. */
const CHANGES_SQL = sql`array_remove(ARRAY[
  CASE
    WHEN label.campaign_until IS NULL AND today.until_day IS NOT NULL THEN 'campaignBegan'
    WHEN label.campaign_until IS NOT NULL AND today.until_day IS NULL THEN 'campaignEnded'
    WHEN label.campaign_until <> today.until_day OR today.until_day IS NOT NULL AND (label.regular_cents <> today.regular_cents
      OR label.perishable <> product.perishable OR ${WAS_LOWER_BEFORE_CAMPAIGN}) THEN 'campaign'
  END,
  CASE WHEN label.price_cents <> today.cents AND label.campaign_until IS NOT DISTINCT FROM today.until_day THEN 'price' END,
  CASE WHEN label.name <> text_in(version.names, label.language) THEN 'name' END,
  CASE WHEN label.code IS DISTINCT FROM CASE
    WHEN label.packaging_level = 'case' THEN product.ean_case
    WHEN product.product_code_type IN ('bulk_encoded_weight', 'bulk_encoded_price') THEN NULL
    ELSE coalesce(product.ean13, product.product_code, product.further_codes[1]) END THEN 'code' END,
  CASE WHEN label.unit <> version.unit OR label.deposit_cents <> version.deposit_cents
    OR label.content_thousandths IS DISTINCT FROM product.content_thousandths
    OR label.content_unit IS DISTINCT FROM product.content_unit
    OR label.packaging_level = 'case' AND label.units_per_case IS DISTINCT FROM product.units_per_case THEN 'details' END
], NULL)`

/** The label on the shelf on a day, else one that was printed for a later day. */
const hangingOn = (day: string) => sql`shelf_label.day <= ${day}::date DESC, shelf_label.day DESC`
const printedNewest = sql`shelf_label.printed_at DESC`

/** To be joined laterally to `product` and its current `version`: the first of its labels; no row where there is none. */
const labelOn = (day: string, order = hangingOn(day)) =>
  sql<PrintedLabel>`(
    SELECT label.printed_at, label.day, CASE WHEN label.day <= ${day}::date THEN ${CHANGES_SQL} ELSE '{}' END AS changes
    FROM (
      SELECT * FROM shelf_label WHERE shelf_label.product_id = version.product_id ORDER BY ${order} LIMIT 1
    ) AS label CROSS JOIN LATERAL ${priceOfDay('version', day)}
  )`.as('printed')

const labelDay = (state: LabelState, day: string) => (state === 'dueTomorrow' ? plusDays(day, 1) : day)

/** Whether a product is sold from a shelf. An archived store keeps what it offered. */
const IS_ON_SHELF = sql`product.enabled AND product.recalled_at IS NULL AND product.product_type = 'standard'
  AND EXISTS (SELECT FROM store_stock JOIN store ON store.id = store_stock.store_id
    WHERE store_stock.product_id = product.id AND store_stock.offered AND store.archived_at IS NULL)`

/** The price of a product without a plan, as `priceOfDay` has it. */
const PRICE_OF_VERSION = sql`(SELECT version.price_cents AS cents, version.price_cents AS regular_cents,
  NULL::integer AS plan_id, NULL::date AS from_day, NULL::date AS until_day, NULL::timestamptz AS planned_at) AS today`

/**
 * The products on shelves whose printed label differs from one for the day. All labels are compared at once;
 * prices are looked up only where there are plans.
 */
function outdatedOn(day: string) {
  const hanging = sql`SELECT product.id
    FROM shelf_label AS label JOIN product ON product.id = label.product_id
      JOIN product_version AS version ON version.product_id = product.id AND version.is_current`
  const isOutdated = sql`label.day <= ${day}::date AND ${CHANGES_SQL} <> '{}' AND ${IS_ON_SHELF} AND NOT EXISTS (
    SELECT FROM shelf_label AS newer
    WHERE newer.product_id = label.product_id AND newer.day > label.day AND newer.day <= ${day}::date)`
  const isPlanned = sql`(product.id IN (${pricedByPlan(day)}))`
  return sql`${hanging} CROSS JOIN LATERAL ${PRICE_OF_VERSION} WHERE ${isPlanned} IS NOT TRUE AND ${isOutdated}
    UNION ALL ${hanging} CROSS JOIN LATERAL ${priceOfDay('version', day)} WHERE ${isPlanned} IS TRUE AND ${isOutdated}`
}

const neverPrinted = sql`
  SELECT product.id FROM product
  WHERE ${IS_ON_SHELF} AND NOT EXISTS (SELECT FROM shelf_label WHERE shelf_label.product_id = product.id)`

/** The ids of all products with such labels, collected once. */
const productsWith: Readonly<Record<LabelState, (day: string) => RawBuilder<unknown>>> = {
  due: day => sql`${neverPrinted} UNION ALL ${outdatedOn(day)}`,
  dueTomorrow: day => sql`${neverPrinted} UNION ALL ${outdatedOn(day)}`,
  outdated: outdatedOn,
  printedLast: () => sql`SELECT shelf_label.product_id FROM shelf_label WHERE shelf_label.printed_at = (
    SELECT max(newest.printed_at) FROM shelf_label AS newest)`,
}

/** Whether a row's product has the wanted label state. IS TRUE prevents a join: all products may have it. */
export const isAmongLabelled = ({ shelf_label: state, day }: LabelsQuery, id: RawBuilder<unknown>) =>
  state && day ? sql<SqlBool>`(${id} IN (${productsWith[state](labelDay(state, day))})) IS TRUE` : sql<SqlBool>`true`

/** What was printed of some products, by id; those without a label are left out. */
export async function findPrintedLabels(
  db: Db,
  ids: readonly number[],
  { shelf_label: state, day }: LabelsQuery,
): Promise<ReadonlyMap<number, PrintedLabel>> {
  if (!state || !day) return new Map()
  const first = state === 'printedLast' ? labelOn(day, printedNewest) : labelOn(labelDay(state, day))
  const { rows } = await sql<PrintedLabel & { id: number }>`
    SELECT product.id, printed.* FROM product
      JOIN product_version AS version ON version.product_id = product.id AND version.is_current
      JOIN LATERAL ${first} ON true
    WHERE product.id = ${anyId(ids)}`.execute(db)
  return new Map(rows.map(({ id, ...label }) => [id, label]))
}

/** How many products on shelves have a printed label that is out of date. */
export async function countOutdatedLabels(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM (${outdatedOn(day)}) AS outdated`.execute(db)
  return rows[0]?.count ?? 0
}
