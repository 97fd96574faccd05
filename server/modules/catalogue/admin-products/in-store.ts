import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { StockLevel } from '#contract/stock/stock.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'

/** As shoppers see it, and worse: below nothing. What is at its alarm limit is low. */
export const STOCK_LEVEL = sql<StockLevel>`store_stock.level`

export type InStoreQuery = {
  store?: number | undefined
  level?: StockLevel | undefined
  offered?: boolean | undefined
}

type Products = SelectQueryBuilder<Database, 'product', {}>

/** Which product of a query's rows is meant. */
type ProductId = RawBuilder<unknown>

/** Those that stand so in a store, or are offered there or not. A product that a store never had has no level there. */
export function narrowedByStore(rows: Products, query: InStoreQuery, id: ProductId = sql`product.id`): Products {
  const { store, level, offered } = query
  if (store === undefined) return rows
  if (level) return rows.where(sql<SqlBool>`EXISTS (${shelvesAt(query)} AND store_stock.product_id = ${id})`)
  if (offered === undefined) return rows
  const isOffered = sql<SqlBool>`EXISTS (${shelvesAt({ store, offered: true })} AND store_stock.product_id = ${id})`
  return rows.where(offered ? isOffered : sql<SqlBool>`NOT ${isOffered}`)
}

/**
 * The same: what has a level there is gathered once, instead of being looked for product by product. Where there are many, that
 * takes longer.
 */
export function gatheredByStore(rows: Products, query: InStoreQuery, id: ProductId = sql`product.id`): Products {
  if (!query.level) return narrowedByStore(rows, query, id)
  // IS TRUE keeps it a set to look into: nothing is joined.
  return rows.where(sql<SqlBool>`(${id} IN (${shelvesAt(query)})) IS TRUE`)
}

/** The same: each that has a level there is looked for by its id. Where there are few, nothing takes less time. */
export const foundByStore = (rows: Products, query: InStoreQuery, id: ProductId = sql`product.id`): Products =>
  rows.where(sql<SqlBool>`${id} = any(ARRAY(${shelvesAt(query)}))`)

/** The ids of products that stand so in a store; where there is a level, from an index alone. */
export function shelvesAt({ store, level, offered }: InStoreQuery): RawBuilder<unknown> {
  const isAt = level ? sql`AND store_stock.is_standard AND store_stock.level = ${level}` : sql``
  const isOffered = offered === undefined ? sql`` : sql`AND store_stock.offered = ${sql.lit(offered)}`
  return sql`SELECT store_stock.product_id AS id FROM store_stock WHERE store_stock.store_id = ${store} ${isAt} ${isOffered}`
}

/** Of a join that finds no row where the store never had the product. */
type ShelfRow = { quantity_thousandths: number | null; offered: boolean | null; level: StockLevel }

/** What a store does with a product. Pre-orders stand on no shelf. */
export const inStoreOf = (
  { quantity_thousandths, offered, level }: ShelfRow,
  isOnShelf: boolean,
): NonNullable<ProductRow['in_store']> => ({
  offered: offered ?? false,
  quantity: quantityFromThousandths(quantity_thousandths ?? 0),
  level: isOnShelf && quantity_thousandths !== null ? level : null,
})
