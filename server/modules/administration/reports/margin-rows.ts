import { sql } from 'kysely'
import { exactCostCents } from '#domain/catalogue/purchase-price.ts'
import { TAXED_LINES_OF_PAID, TAXED_LINES_OF_REFUND } from '#server/modules/payments/closings/lines-with-vat.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import {
  type SalesQuery,
  type SalesDays,
  isSummarisedDay,
  paidOrders,
  REFUND_COLUMNS,
  doneRefunds,
  SALE_COLUMNS,
  SUMMARY_COLUMNS,
  isNotTest,
} from './sales-rows.ts'

/** The sales of a product in a period under one group; 0: none. Amounts in cents. */
type GroupedSales = {
  productId: number
  groupId: number
  sold: number
  refunded: number
  /** Sold less refunded, without VAT. */
  untaxed: number
  /** The part of it that has no purchase price. */
  uncosted: number
  /** Of the part with a purchase price; null: there is none. */
  cost: number | null
}

type MarginSumsRow = Omit<GroupedSales, 'cost'> & { cost: string | null }

/**
 * Sales and their cost by product and group. The cost is rounded to cents once for each product and group, so that every report
 * has the same total, however it adds them up.
 */
export async function findGroupedSales(db: Db, query: SalesQuery): Promise<GroupedSales[]> {
  const { rows } = await sql<MarginSumsRow>`
    WITH ${PURCHASE_PRICES}, sale AS (${soldByDay(query)})
    SELECT sale.product_id AS "productId", group_id AS "groupId", sum(sold)::bigint AS sold,
      sum(refunded)::bigint AS refunded, ${MARGIN_SUMS}
    FROM ${PRICED_SALES} GROUP BY 1, 2`.execute(db)
  return rows.map(row => ({ ...row, cost: row.cost === null ? null : exactCostCents(BigInt(row.cost)) }))
}

type ReducedSales = { key: string; quantity: number; full: number; rescued: number } & Omit<
  MarginRow,
  'key' | 'unpriced'
>

/** What was sold at a price that the date reduced, by product. Refunds of it are not subtracted. */
export async function findReducedSales(db: Db, query: SalesQuery): Promise<ReducedSales[]> {
  type ReducedSalesRow = Omit<ReducedSales, 'cost' | 'margin'> & { cost: string | null }
  const { rows } = await sql<ReducedSalesRow>`
    WITH ${PURCHASE_PRICES}, sale AS (
      SELECT ${SALE_COLUMNS.date} AS date, line.product_id, line.total_cents AS sold, 0 AS refunded, line.vat_cents AS vat,
        line.quantity_thousandths AS quantity, line.full_cents, true AS counts
      FROM ${paidOrders(query, 'all')} CROSS JOIN LATERAL ${TAXED_LINES_OF_PAID}
      WHERE line.full_cents IS NOT NULL AND ${isNotTest(query, SALE_COLUMNS)})
    SELECT sale.product_id::text AS key, sum(quantity)::bigint AS quantity, sum(full_cents)::bigint AS "full",
      sum(sold)::bigint AS rescued, ${MARGIN_SUMS}
    FROM ${PRICED_SALES} GROUP BY 1`.execute(db)
  return rows.map(row => {
    const cost = row.cost === null ? null : exactCostCents(BigInt(row.cost))
    return { ...row, cost, margin: cost === null ? null : row.untaxed - row.uncosted - cost }
  })
}

type WeekSales = { week: string; quantity: number; net: number; untaxed: number; uncosted: number; cost: number | null }

/** What a product sold and cost by week (its Monday); a refund counts in the week of the sale, as its cost does. */
export async function findWeekSales(db: Db, query: SalesQuery, productId: number): Promise<WeekSales[]> {
  const { rows } = await sql<Omit<WeekSales, 'cost'> & { cost: string | null }>`
    WITH ${PURCHASE_PRICES}, sale AS (${soldByDay(query)})
    SELECT date_trunc('week', date::timestamp)::date::text AS week, sum(quantity)::bigint AS quantity,
      sum(sold - refunded)::bigint AS net, ${MARGIN_SUMS}
    FROM ${PRICED_SALES} WHERE sale.product_id = ${productId} GROUP BY 1`.execute(db)
  return rows.map(row => ({ ...row, cost: row.cost === null ? null : exactCostCents(BigInt(row.cost)) }))
}

/** All orders have moments from before the summary ends. */
const withAllOrders = ({ summarisedUntil: _summarisedUntil, ...days }: SalesQuery): SalesDays => days

/** The price in force: of the product's supplier, else the newest one of another. */
const PURCHASE_PRICE = sql`coalesce(own_supplier.price, any_supplier.price)`

const MARGIN_SUMS = sql`sum(sold - refunded - vat)::bigint AS untaxed,
  coalesce(sum(sold - refunded - vat) FILTER (WHERE ${PURCHASE_PRICE} IS NULL), 0)::bigint AS uncosted,
  CASE WHEN bool_or(counts AND ${PURCHASE_PRICE} IS NOT NULL) THEN sum(quantity * ${PURCHASE_PRICE}) END::text AS cost`

const PRICED_SALES = sql`sale
  LEFT JOIN own_price own_supplier ON own_supplier.product_id = sale.product_id AND own_supplier.days @> sale.date
  LEFT JOIN any_price any_supplier ON any_supplier.product_id = sale.product_id AND any_supplier.days @> sale.date`

const daysOfPrice = sql`daterange(valid_from, lead(valid_from) OVER (PARTITION BY product_id ORDER BY valid_from))`
const PURCHASE_PRICES = sql`
  own_price AS (
    SELECT price.product_id, price_ten_thousandths AS price, ${daysOfPrice} AS days
    FROM (
      SELECT price.* FROM purchase_price price
      JOIN product ON product.id = price.product_id AND product.supplier_id = price.supplier_id) price),
  any_price AS (
    SELECT product_id, price_ten_thousandths AS price, ${daysOfPrice} AS days
    FROM (
      SELECT DISTINCT ON (product_id, valid_from) * FROM purchase_price
      ORDER BY product_id, valid_from, supplier_id) first)`

/**
 * What was sold and refunded of each product on each day. A refund takes back the cost of the sale if the goods came back, and none
 * if they didn't. It counts in its own period, at the price of the day of the sale: the last two parts move it to that day.
 * `counts`: whether a price of that day makes the cost known.
 */
const soldByDay = (query: SalesQuery) => sql`
  SELECT date, product_id, group_id, sum(sold_cents) AS sold, sum(refunded_cents) AS refunded, sum(vat_cents) AS vat,
    sum(quantity_thousandths) AS quantity, sum(sold_cents) > 0 OR sum(quantity_thousandths) > 0 AS counts
  FROM sales_by_group WHERE ${isSummarisedDay(query)} AND ${isNotTest(query, SUMMARY_COLUMNS)} GROUP BY 1, 2, 3
  UNION ALL
  SELECT ${SALE_COLUMNS.date}, line.product_id, line.group_id, sum(line.total_cents), 0, sum(line.vat_cents),
    sum(line.quantity_thousandths), true
  FROM ${paidOrders(query, 'since')} CROSS JOIN LATERAL ${TAXED_LINES_OF_PAID}
  WHERE ${isNotTest(query, SALE_COLUMNS)} GROUP BY 1, 2, 3
  UNION ALL
  SELECT ${REFUND_COLUMNS.date}, line.product_id, line.group_id, 0, line.amount_cents, -line.vat_cents,
    -line.quantity_thousandths, false
  FROM ${doneRefunds(query, 'since')} CROSS JOIN LATERAL ${TAXED_LINES_OF_REFUND}
  WHERE ${isNotTest(query, REFUND_COLUMNS)}
  UNION ALL
  SELECT ${REFUND_COLUMNS.date}, line.product_id, line.group_id, 0, -line.amount_cents, line.vat_cents,
    line.quantity_thousandths, false
  FROM ${doneRefunds(withAllOrders(query), 'all')} CROSS JOIN LATERAL ${TAXED_LINES_OF_REFUND}
  WHERE ${isNotTest(query, REFUND_COLUMNS)}
  UNION ALL
  SELECT ${SALE_COLUMNS.date}, line.product_id, line.group_id, 0, line.amount_cents, -line.vat_cents,
    CASE WHEN refund.returns_stock THEN -line.quantity_thousandths ELSE 0 END, true
  FROM ${doneRefunds(withAllOrders(query), 'all')} CROSS JOIN LATERAL ${TAXED_LINES_OF_REFUND}
  WHERE ${isNotTest(query, REFUND_COLUMNS)}`

/** The names of the groups in a language, by their ids as keys of rows. */
export async function findGroupNames(db: Db, { language }: SalesQuery): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    SELECT id::text AS key, text_in(names, ${sql.lit(language)}) AS name FROM product_group`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

type MarginRow = {
  key: string
  untaxed: number
  uncosted: number
  /** Products that were sold without a purchase price. */
  unpriced: number
  cost: number | null
  margin: number | null
}

/** Adds sales up by a key. Without any purchase price the cost is not known, and not zero. */
export function marginsBy(sales: readonly GroupedSales[], getKey: (sale: GroupedSales) => string): MarginRow[] {
  return [...Map.groupBy(sales, getKey)].map(([key, groupSales]) => {
    const sum = (getValue: (sale: GroupedSales) => number) => groupSales.reduce((all, sale) => all + getValue(sale), 0)
    const [untaxed, uncosted] = [sum(sale => sale.untaxed), sum(sale => sale.uncosted)]
    const cost = groupSales.every(sale => sale.cost === null) ? null : sum(sale => sale.cost ?? 0)
    const unpriced = new Set(
      groupSales.flatMap(sale => (sale.uncosted === 0 && sale.cost !== null ? [] : sale.productId)),
    ).size
    return { key, untaxed, uncosted, unpriced, cost, margin: cost === null ? null : untaxed - uncosted - cost }
  })
}
