import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { StockLevel } from '#contract/values.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

/** The level that shoppers see, and also negative. A quantity at its alarm limit is low. */
export const STOCK_LEVEL = sql<StockLevel>`store_stock.level`

export type InStoreQuery = {
  store?: number | undefined
  level?: StockLevel | undefined
  offered?: boolean | undefined
}

type SelectProducts = SelectQueryBuilder<Database, 'product', {}>

/** The product id in a query's rows. */
type ProductId = RawBuilder<unknown>

/**
 * Narrows the rows to products with a level in a store, or that are offered there or not. A product that a store never had has no
 * level there.
 */
export function narrowedByStore(
  rows: SelectProducts,
  query: InStoreQuery,
  id: ProductId = sql`product.id`,
): SelectProducts {
  const { store, level, offered } = query
  if (store === undefined) return rows
  if (level) return rows.where(sql<SqlBool>`EXISTS (${shelvesAt(query)} AND store_stock.product_id = ${id})`)
  if (offered === undefined) return rows
  const isOffered = sql<SqlBool>`EXISTS (${shelvesAt({ store, offered: true })} AND store_stock.product_id = ${id})`
  return rows.where(offered ? isOffered : sql<SqlBool>`NOT ${isOffered}`)
}

/** Like `narrowedByStore`, but collects the products with the level once instead of looking up each. Slower if many have it. */
export function materialisedByStore(
  rows: SelectProducts,
  query: InStoreQuery,
  id: ProductId = sql`product.id`,
): SelectProducts {
  if (!query.level) return narrowedByStore(rows, query, id)
  // IS TRUE keeps it a set lookup: prevents a join.
  return rows.where(sql<SqlBool>`(${id} IN (${shelvesAt(query)})) IS TRUE`)
}

/** Like `narrowedByStore`, but looks up the products with the level by id. Fastest if few have it. */
export const foundByStore = (
  rows: SelectProducts,
  query: InStoreQuery,
  id: ProductId = sql`product.id`,
): SelectProducts => rows.where(sql<SqlBool>`${id} = any(ARRAY(${shelvesAt(query)}))`)

/** The ids of a store's products, or of those with a level (index-only) or offer. */
export function shelvesAt({ store, level, offered }: InStoreQuery): RawBuilder<unknown> {
  const isAt = level ? sql`AND store_stock.is_standard AND store_stock.level = ${level}` : sql``
  const isOffered = offered === undefined ? sql`` : sql`AND store_stock.offered = ${sql.lit(offered)}`
  return sql`SELECT store_stock.product_id AS id FROM store_stock WHERE store_stock.store_id = ${store} ${isAt} ${isOffered}`
}

/** A row of a join that finds nothing where the store never had the product. */
type ShelfRow = { quantity_thousandths: number | null; offered: boolean | null; level: StockLevel }

/** What a store does with a product. Pre-order products have no stock level. */
export const toInStore = (
  { quantity_thousandths, offered, level }: ShelfRow,
  isOnShelf: boolean,
): NonNullable<ProductRow['in_store']> => ({
  offered: offered ?? false,
  quantity: quantityFromThousandths(quantity_thousandths ?? 0),
  level: isOnShelf && quantity_thousandths !== null ? level : null,
})

/**
 * Stock rows copy what their level depends on besides the quantity: the type and the alarm limit of their product. Code that
 * changes these in products updates the stock rows in the same transaction. Rows are locked in the order of product ids, as
 * sales do.
 */
export async function matchShelves(db: Db, productIds: readonly number[]): Promise<void> {
  await sql`
    WITH stale AS (
      SELECT store_id, product_id, product.product_type = 'standard' AS is_standard, stock_alarm_thousandths
      FROM store_stock JOIN product ON product.id = product_id
      WHERE (is_standard <> (product.product_type = 'standard')
        OR product_alarm_thousandths IS DISTINCT FROM stock_alarm_thousandths)
        AND product.id = ${anyId(productIds)}
      ORDER BY product_id, store_id FOR UPDATE OF store_stock
    )
    UPDATE store_stock SET is_standard = stale.is_standard, product_alarm_thousandths = stale.stock_alarm_thousandths
    FROM stale WHERE store_stock.store_id = stale.store_id AND store_stock.product_id = stale.product_id`.execute(db)
}
