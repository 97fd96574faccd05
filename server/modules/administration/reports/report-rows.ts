import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { Figure, Period } from '#domain/administration/reports.ts'
import { isTestSale } from '#server/modules/payments/closings/find-closings.ts'
import { clocks, dateOf } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { Database } from '#server/platform/schema/tables.ts'

export type Db = Kysely<Database>

/** `testing`: the stores whose test payments are left out; undefined in a shop that has only test payments. */
export type Asked = Period & {
  store?: number | undefined
  language: LanguageCode
  testing: readonly number[] | undefined
}

/** Amounts in cents, quantities in thousandths, shares in basis points. */
export type FoundRow = {
  key: string
  name?: string | null
  unit?: string | null
} & Partial<Record<Figure, number | null>>

const withoutTests = ({ testing = [] }: Asked) =>
  testing.length === 0
    ? sql``
    : sql`AND NOT (paid.store_id = any(${testing}::integer[]) AND ${isTestSale(sql`paid.id`)})`

/**
 * The clocks of the stores, each with the moments between which it showed days of the period: `date BETWEEN …` of every row would
 * cost three conversions to the time zone. OFFSET 0 computes the moments once for a clock.
 */
const spans = ({ from, until, store }: Asked) => sql`(
  SELECT clock.*,
    greatest(clock.since, CASE WHEN clock.first_day >= ${from}::date THEN '-infinity'
      ELSE ${from}::date::timestamp AT TIME ZONE clock.time_zone END) AS begins,
    least(clock.until, CASE WHEN clock.first_day > ${until}::date THEN '-infinity'
      ELSE (${until}::date + 1)::timestamp AT TIME ZONE clock.time_zone END) AS ends
  FROM ${clocks} ${store === undefined ? sql`` : sql`WHERE clock.store_id = ${store}`} OFFSET 0) clock`

/** The first two conditions are as wide as clocks can differ: the planner can estimate them. */
const within = (at: RawBuilder<unknown>, { from, until }: Asked) => sql`
  ${at} >= ${from}::date - 1 AND ${at} < ${until}::date + 3 AND ${at} >= clock.begins AND ${at} < clock.ends`

/** Paid orders of the period, each with its store's clock at that time. */
const paid = (asked: Asked) => sql`
  ${spans(asked)} JOIN customer_order paid ON paid.store_id = clock.store_id AND ${within(sql`paid.paid_at`, asked)}`
const isPaid = (asked: Asked) => sql`paid.paid_at IS NOT NULL ${withoutTests(asked)}`

/** Refunds whose money went back in the period. Reversals return what was never a sale. */
const refunded = (asked: Asked) => sql`
  refund JOIN customer_order paid ON paid.id = refund.order_id JOIN ${spans(asked)} ON clock.store_id = paid.store_id`
const isRefunded = (asked: Asked) => sql`
  refund.state = 'DONE' AND refund.kind = 'refund' AND ${within(sql`refund.outcome_at`, asked)}
  ${withoutTests(asked)}`

type KeyOf = (at: RawBuilder<unknown>) => RawBuilder<unknown>

/** Of a moment: the keys of the rows that are made of whole purchases. */
export const KEYS = {
  day: at => dateOf(at),
  week: at => sql`date_trunc('week', ${dateOf(at)}::timestamp)::date`,
  month: at => sql`to_char(${dateOf(at)}, 'YYYY-MM')`,
  hour: at => sql`extract(hour FROM ${at} AT TIME ZONE clock.time_zone)::integer`,
  store: () => sql`clock.store_id`,
  all: () => sql`0`,
} satisfies Record<string, KeyOf>

type Sales = { key: string; purchases: number; sold: number; refunded: number }

/** Sums purchases by the time of payment, and refunds by the time of the refund. Needs only the index of paid orders. */
export async function findSalesBy(db: Db, keyOf: KeyOf, asked: Asked): Promise<Sales[]> {
  const { rows } = await sql<Sales>`
    SELECT key::text, sum(purchases)::bigint AS purchases, sum(sold)::bigint AS sold, sum(refunded)::bigint AS refunded
    FROM (
      SELECT ${keyOf(sql`paid.paid_at`)} AS key, count(*) AS purchases, sum(paid.total_cents) AS sold, 0 AS refunded
      FROM ${paid(asked)} WHERE ${isPaid(asked)} GROUP BY 1
      UNION ALL
      SELECT ${keyOf(sql`refund.outcome_at`)}, 0, 0, sum(refund.amount_cents)
      FROM ${refunded(asked)} WHERE ${isRefunded(asked)} GROUP BY 1) moved
    GROUP BY key`.execute(db)
  return rows
}

type Lines = Sales & { quantity: number }

/**
 * What was sold and refunded of each product: `purchases` contain it, `quantity` is less what came back. Lines are found by their
 * order: the planner would read the lines of all years for a month's.
 */
export async function findSalesByProduct(db: Db, asked: Asked): Promise<Lines[]> {
  const { rows } = await sql<Lines>`
    SELECT product_id::text AS key, sum(purchases)::bigint AS purchases, sum(sold)::bigint AS sold,
      sum(refunded)::bigint AS refunded, sum(quantity)::bigint AS quantity
    FROM (
      SELECT line.product_id, count(*) AS purchases, sum(line.total_cents) AS sold, 0 AS refunded,
        sum(line.quantity_thousandths) AS quantity
      FROM ${paid(asked)} CROSS JOIN LATERAL (SELECT * FROM order_line WHERE order_id = paid.id OFFSET 0) line
      WHERE ${isPaid(asked)} GROUP BY 1
      UNION ALL
      SELECT line.product_id, 0, 0, sum(part.amount_cents), -sum(part.quantity_thousandths)
      FROM ${refunded(asked)} JOIN refund_line part ON part.refund_id = refund.id
        JOIN order_line line ON line.id = part.order_line_id
      WHERE ${isRefunded(asked)} GROUP BY 1) moved
    GROUP BY product_id`.execute(db)
  return rows
}

type NamedProduct = { id: number; name: string; unit: string; supplierId: number; supplier: string }

/** The products of some rows, by their keys. */
export async function findProducts(
  db: Db,
  { language }: Asked,
  rows: readonly { key: string }[],
): Promise<ReadonlyMap<string, NamedProduct>> {
  const found = await sql<NamedProduct>`
    SELECT product.id, text_in(version.names, ${sql.lit(language)}) AS name, version.unit, supplier.id AS "supplierId",
      supplier.name AS supplier
    FROM product JOIN product_version version ON version.product_id = product.id AND version.is_current
    JOIN supplier ON supplier.id = product.supplier_id
    WHERE product.id = any(${rows.map(({ key }) => Number(key))}::integer[])`.execute(db)
  return new Map(found.rows.map(row => [String(row.id), row]))
}

type Shelf = { key: string; stock: number; value: number; isOffered: boolean }

/** What the shelves have now, and what it sells for. A shelf below zero has a mistake in its ledger and is worth nothing. */
export async function findShelves(db: Db, { store }: Pick<Asked, 'store'>): Promise<Shelf[]> {
  const { rows } = await sql<Shelf>`
    SELECT shelf.product_id::text AS key, sum(quantity_thousandths)::bigint AS stock,
      sum(round(greatest(quantity_thousandths, 0) * version.price_cents / 1000.0))::bigint AS value,
      bool_or(shelf.offered AND product.enabled AND store.archived_at IS NULL) AS "isOffered"
    FROM store_stock shelf JOIN store ON store.id = shelf.store_id JOIN product ON product.id = shelf.product_id
    JOIN product_version version ON version.product_id = shelf.product_id AND version.is_current
    WHERE shelf.is_standard ${store === undefined ? sql`` : sql`AND shelf.store_id = ${store}`}
    GROUP BY 1`.execute(db)
  return rows
}

/** What was thrown away, at the current selling price. */
export async function findWaste(db: Db, asked: Asked): Promise<{ key: string; quantity: number; value: number }[]> {
  const { rows } = await sql<{ key: string; quantity: number; value: number }>`
    SELECT wasted.product_id::text AS key, wasted.quantity::bigint AS quantity,
      round(wasted.quantity * version.price_cents / 1000.0)::bigint AS value
    FROM (
      SELECT move.product_id, -sum(move.quantity_thousandths) AS quantity
      FROM stock_move move JOIN ${spans(asked)} ON clock.store_id = move.store_id
      WHERE move.kind = 'waste' AND ${within(sql`move.created_at`, asked)}
      GROUP BY 1) wasted
    JOIN product_version version ON version.product_id = wasted.product_id AND version.is_current`.execute(db)
  return rows
}

/** A purchase in the same store within these hours belongs to a visit. */
const VISIT_HOURS = 2

export async function findVisits(db: Db, asked: Asked): Promise<{ key: string; visits: number; bought: number }[]> {
  const { rows } = await sql<{ key: string; visits: number; bought: number }>`
    SELECT key::text, count(*) AS visits, count(*) FILTER (WHERE bought) AS bought
    FROM (
      SELECT ${dateOf(sql`visit.created_at`)} AS key, EXISTS (
        SELECT 1 FROM customer_order paid WHERE paid.user_id = visit.user_id AND paid.store_id = visit.store_id
          AND paid.paid_at >= visit.created_at
          AND paid.paid_at < visit.created_at + make_interval(hours => ${sql.lit(VISIT_HOURS)})) AS bought
      FROM visit JOIN ${spans(asked)} ON clock.store_id = visit.store_id
      WHERE ${within(sql`visit.created_at`, asked)}) each_visit
    GROUP BY key`.execute(db)
  return rows
}
