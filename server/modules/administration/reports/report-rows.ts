import { sql } from 'kysely'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import type { ReportFigure } from '#domain/administration/reports.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { visitsWithPurchase } from '#server/modules/orders/visits/visit-orders.ts'
import { priceOn } from '#server/modules/stock/store-stock/queries.ts'
import { clockSpans, isInClockSpan, localDateSql } from '#server/modules/stores/admin-stores/store-clocks.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { type SalesQuery, salesSpans } from './sales-rows.ts'

/** Amounts in cents, quantities in thousandths, shares in basis points. */
export type FoundRow = {
  key: string
  name?: string | null
  unit?: string | null
} & Partial<Record<ReportFigure, number | null>>

type NamedProduct = { id: number; name: string; unit: string; supplierId: number; supplier: string }

/** The products of some rows, by their keys. */
export async function findProducts(
  db: Db,
  { language }: SalesQuery,
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

type ShelfRow = { key: string; stock: number; value: number; isOffered: boolean }

/** The current stock, and its value at the selling price, in which a negative quantity (a mistake in the ledger) counts as 0. */
export async function findShelves(db: Db, { stores }: Pick<SalesQuery, 'stores'>): Promise<ShelfRow[]> {
  const { rows } = await sql<ShelfRow>`
    SELECT shelf.product_id::text AS key, sum(quantity_thousandths)::bigint AS stock,
      sum(round(greatest(quantity_thousandths, 0) * version.price_cents / 1000.0))::bigint AS value,
      bool_or(shelf.offered AND product.enabled AND store.archived_at IS NULL) AS "isOffered"
    FROM store_stock shelf JOIN store ON store.id = shelf.store_id JOIN product ON product.id = shelf.product_id
    JOIN product_version version ON version.product_id = shelf.product_id AND version.is_current
    WHERE shelf.is_standard AND ${inStores(stores, sql`shelf.store_id`)}
    GROUP BY 1`.execute(db)
  return rows
}

type InventoryRow = { key: string; stock: number; price: number | null; priority: number | null }

/**
 * The current stock at today's purchase price; or the stock at the end of a past day, by each store's own calendar, at the price
 * of that day: the current quantity less the later moves. Each shelf's value is rounded to cents, as in the value of a store's
 * stock.
 */
export async function findInventory(
  db: Db,
  { stores, today, day }: Pick<SalesQuery, InventoryOf>,
): Promise<InventoryRow[]> {
  const { rows } = await sql<InventoryRow>`
    SELECT product_id::text AS key, sum(quantity)::bigint AS stock, max(price)::bigint AS price,
      sum(round(price * quantity / 100000.0))::bigint AS worth
    FROM (
      SELECT shelf.product_id, shelf.quantity, ${priceOn(day ?? today)} AS price
      FROM ${day === undefined ? SHELVES_NOW : shelvesAtEnd(day, stores)} JOIN product ON product.id = shelf.product_id
      WHERE shelf.quantity > 0 AND ${inStores(stores, sql`shelf.store_id`)}) stocked
    GROUP BY 1`.execute(db)
  return rows
}

type InventoryOf = 'stores' | 'today' | 'day'

const SHELVES_NOW = sql`(
  SELECT store_id, product_id, quantity_thousandths AS quantity FROM store_stock WHERE is_standard) shelf`

const LAST_DAY = '9999-12-31'

function shelvesAtEnd(day: string, stores: StoreScope) {
  const later = { from: plusDays(day, 1), until: LAST_DAY, stores }
  return sql`(
    SELECT store_id, product_id, quantity_thousandths - coalesce(since.change, 0) AS quantity
    FROM store_stock LEFT JOIN (
      SELECT move.store_id, move.product_id, sum(move.quantity_thousandths) AS change
      FROM stock_move move JOIN ${clockSpans(later)} ON clock.store_id = move.store_id
      WHERE ${isInClockSpan(sql`move.created_at`, later)}
      GROUP BY 1, 2) since USING (store_id, product_id)
    WHERE is_standard) shelf`
}

/** What was thrown away, at the current selling price. */
export async function findWaste(
  db: Db,
  query: SalesQuery,
): Promise<{ key: string; quantity: number; value: number }[]> {
  const { rows } = await sql<{ key: string; quantity: number; value: number }>`
    SELECT wasted.product_id::text AS key, wasted.quantity::bigint AS quantity,
      round(wasted.quantity * version.price_cents / 1000.0)::bigint AS value
    FROM (
      SELECT move.product_id, -sum(move.quantity_thousandths) AS quantity
      FROM stock_move move JOIN ${salesSpans(query)} ON clock.store_id = move.store_id
      WHERE move.kind = 'waste' AND ${isInClockSpan(sql`move.created_at`, query)}
      GROUP BY 1) wasted
    JOIN product_version version ON version.product_id = wasted.product_id AND version.is_current`.execute(db)
  return rows
}

/** Visits by day, and how many of them had a purchase. */
export async function findVisits(
  db: Db,
  query: SalesQuery,
): Promise<{ key: string; visits: number; bought: number }[]> {
  const { rows } = await sql<{ key: string; visits: number; bought: number }>`
    WITH visit AS MATERIALIZED (
      SELECT visit.*, ${localDateSql(sql`visit.created_at`)} AS date
      FROM visit JOIN ${salesSpans(query)} ON clock.store_id = visit.store_id
      WHERE ${isInClockSpan(sql`visit.created_at`, query)})
    SELECT date::text AS key, count(*) AS visits, count(successful.id) AS bought
    FROM visit LEFT JOIN (${visitsWithPurchase}) successful USING (id) GROUP BY date`.execute(db)
  return rows
}
