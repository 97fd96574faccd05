import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { settings } from '#contract/administration/settings.ts'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { stock } from '#contract/stock/stock.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { productsChanged } from './products-changed.ts'
import { productsQuery } from './queries.ts'

test('a change of products invalidates queries of products, suppliers, stock and the shelf, and no others', async () => {
  const cache = new QueryClient()
  const shown = [
    queryKeyOf(adminProducts.read, { params: { id: '1001' } }),
    queryKeyOf(adminProducts.list, { query: { q: 'milk' } }),
    queryKeyOf(suppliers.list, { query: { size: 50 } }),
    queryKeyOf(stock.list, { params: { id: 1001 } }),
    productsQuery.queryKey,
  ]
  const other = queryKeyOf(settings.retention)
  for (const key of [...shown, other]) cache.setQueryData(key, {})
  await productsChanged(cache)
  expect(shown.map(key => cache.getQueryState(key)?.isInvalidated)).toEqual(shown.map(() => true))
  expect(cache.getQueryState(other)?.isInvalidated).toBe(false)
})
