import { unknownProductIds } from '#domain/orders/basket-lines.ts'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useProducts } from '#web/shop/catalogue/products/queries.ts'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import type { ShopProduct } from './shop-product.ts'
import type { BasketView } from './use-basket.ts'

/** A product that has left the list can't be bought: it leaves the basket, and the shopper is told. */
export function useLostProducts(basket: BasketView, products: readonly ShopProduct[] | undefined): void {
  const { t } = useTranslation()
  const { notify } = useProductToasts()
  const { isFetchedAfterMount, isFetching, isSuccess } = useProducts()
  // A list that was only remembered may be older than the basket.
  const isFresh = isFetchedAfterMount && isSuccess && !isFetching
  const lost = isFresh && products ? unknownProductIds(basket.basket, products).join() : ''
  const drop = useEffectEvent((ids: number[]) => {
    for (const id of ids) basket.removeItem(id)
    notify({ id: 'lost-products', severity: 'error', text: t('basket.noSuchProduct') })
  })
  useEffect(() => {
    if (lost) drop(lost.split(',').map(Number))
  }, [lost])
}
