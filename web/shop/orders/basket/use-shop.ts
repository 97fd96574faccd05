import { useMemo } from 'react'
import { buildScanCatalogue, type ScanCatalogue } from '#domain/barcode.ts'
import { layoutsIn, useStandardProducts } from '#web/shop/catalogue/products/queries.ts'
import { useActiveStore } from '#web/shop/stores/stores/queries.ts'
import { type ShopProduct, toShopProduct } from './shop-product.ts'

export type Shop = {
  products: readonly ShopProduct[]
  /** Every code of the list, indexed for lookup. */
  catalogue: ScanCatalogue
}

/** The store's products; undefined until a product list is loaded. */
export function useShop(): Shop | undefined {
  const list = useStandardProducts()
  const sellsAgeRestricted = useActiveStore()?.sells_age_restricted === true
  return useMemo(() => {
    if (!list) return undefined
    const products = list.map(product => toShopProduct(product, sellsAgeRestricted))
    return { products, catalogue: buildScanCatalogue(products, layoutsIn(list)) }
  }, [list, sellsAgeRestricted])
}
