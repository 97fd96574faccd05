import { products, type Product } from '#contract/catalogue/products.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rememberedQueryOf } from '#web/kit/api/query-of.ts'

/** All enabled products as the active store has them. A screen shows their failure itself. */
export const productsQuery = { ...rememberedQueryOf(products.list), meta: { showsOwnError: true } }

export const useProducts = () => useQuery(productsQuery)

/** How the shop reads labels, if otherwise than usual: the weighed goods of its list tell. */
export const layoutsIn = (list: readonly Product[]) =>
  list.find(product => product.label_layouts !== undefined)?.label_layouts

/** Products for the shelf and the basket: no pre-order goods. Undefined until a list is known. */
export function useStandardProducts(): Product[] | undefined {
  const { data } = useProducts()
  return useMemo(() => data?.filter(product => product.product_type === 'standard'), [data])
}
