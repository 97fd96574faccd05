import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { products, type Product } from '#contract/catalogue/products.ts'
import { rememberedQueryFor } from '#web/kit/api/query-for.ts'

/** All enabled products of the active store. Screens show its errors themselves. */
export const productsQuery = { ...rememberedQueryFor(products.list), meta: { handlesOwnError: true } }

export const useProducts = () => useQuery(productsQuery)

/** The shop's label layouts, if they aren't the default: weighed goods of the list contain them. */
export const layoutsIn = (list: readonly Product[]) =>
  list.find(product => product.label_layouts !== undefined)?.label_layouts

/** Products for the shelf and the basket: no pre-order goods. Undefined until a list is loaded. */
export function useStandardProducts(): Product[] | undefined {
  const { data } = useProducts()
  return useMemo(() => data?.filter(product => product.product_type === 'standard'), [data])
}
