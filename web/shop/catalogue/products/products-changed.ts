import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { audit } from '#contract/administration/audit-log.ts'
import { adminHome } from '#contract/administration/dashboard.ts'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { bulkChanges } from '#contract/catalogue/bulk-changes.ts'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { productsQuery } from './queries.ts'

/** All queries that show products, their stock or their changes. */
const SHOWN = [
  adminProducts.list,
  adminProducts.read,
  adminProducts.versions,
  bulkChanges.list,
  productImports.list,
  productImports.read,
  productImports.rows,
  // An import may create suppliers, and each contains its number of products.
  suppliers.list,
  suppliers.read,
  stock.list,
  stock.ledger,
  stock.code,
  stockTakes.list,
  stockTakes.read,
  stockTakes.lines,
  adminPreorderEvents.read,
  adminHome.show,
  audit.list,
  audit.ofRecord,
]

/**
 * Invalidates the queries after any change of products, their suppliers or their stock. `none`: they are refetched only when
 * shown next, as after a removal, when the page of the removed record may still be mounted.
 */
export const productsChanged = (cache: QueryClient, refetchType: 'active' | 'none' = 'active') =>
  Promise.all(
    // The same user may go shopping next.
    [...SHOWN.map(endpoint => queryKeyOf(endpoint)), productsQuery.queryKey].map(queryKey =>
      cache.invalidateQueries({ queryKey, refetchType }),
    ),
  )

export function useProductsChanged(): (refetchType?: 'active' | 'none') => Promise<unknown> {
  const cache = useQueryClient()
  return refetchType => productsChanged(cache, refetchType)
}
