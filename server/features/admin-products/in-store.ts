import type { ProductRow } from '#contract/product-list.ts'
import type { StockLevel } from '#contract/stock.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Database } from '#server/db/tables.ts'
import { sql, type SelectQueryBuilder } from 'kysely'

/** As shoppers see it, and worse: below nothing. What is at its alarm limit is low. */
export const STOCK_LEVEL = sql<StockLevel>`store_stock.level`

export type InStoreQuery = {
  store?: number | undefined
  level?: StockLevel | undefined
  offered?: boolean | undefined
}

/** Those that stand so in a store, or are offered there or not. A product that a store never had has no level there. */
export function narrowedByStore(
  rows: SelectQueryBuilder<Database, 'product', {}>,
  { store, level, offered }: InStoreQuery,
) {
  if (store === undefined) return rows
  let narrowed = rows
  if (level)
    narrowed = narrowed.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('store_stock')
          .select('store_stock.product_id')
          .whereRef('store_stock.product_id', '=', 'product.id')
          .where('store_stock.store_id', '=', store)
          .where('store_stock.is_standard', '=', sql.lit(true))
          .where('store_stock.level', '=', level),
      ),
    )
  if (offered !== undefined)
    narrowed = narrowed.where(({ exists, not, selectFrom }) => {
      const isOffered = exists(
        selectFrom('store_stock')
          .select('store_stock.product_id')
          .whereRef('store_stock.product_id', '=', 'product.id')
          .where('store_stock.store_id', '=', store)
          .where('store_stock.offered', '=', true),
      )
      return offered ? isOffered : not(isOffered)
    })
  return narrowed
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
