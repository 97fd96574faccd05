import { useMemo, useSyncExternalStore } from 'react'
import { buildScanCatalogue, type ScanCatalogue } from '#domain/catalogue/barcode.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { type BasketLine, basketLines, basketTotals } from '#domain/orders/basket-lines.ts'
import {
  addOne,
  addQuantity,
  type BasketAddition,
  type BasketChange,
  clearBasket,
  hasQuantity,
  isEmpty,
  removeItem,
  removeOne,
} from '#domain/orders/basket.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import { layoutsIn, useStandardProducts } from '#web/shop/catalogue/products/queries.ts'
import { type ShopProduct, toShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { useHasDraft } from '#web/shop/orders/checkout/queries.ts'
import { useActiveStore } from '#web/shop/stores/stores/queries.ts'
import { basketStore } from './basket-store.ts'

const NO_PRODUCTS: readonly ShopProduct[] = []

function applyChange(change: BasketChange): BasketChange {
  if (change.ok) basketStore.put(change.basket)
  return change
}

type LotOfProduct = Pick<BasketLine<ShopProduct>, 'product' | 'lot'>

/** Each operation starts from what local storage contains now, whichever tab wrote it. */
const basketOperations = {
  addOne: ({ product, lot }: LotOfProduct) => applyChange(addOne(basketStore.basket(), product, lot)),
  removeOne: ({ product, lot }: LotOfProduct) => applyChange(removeOne(basketStore.basket(), product, lot)),
  addQuantity: (product: ShopProduct | undefined, addition: number | BasketAddition) =>
    applyChange(addQuantity(basketStore.basket(), product, addition)),
  removeItem: (key: number | string) => basketStore.put(removeItem(basketStore.basket(), key)),
  clear: () => basketStore.put(clearBasket(basketStore.basket())),
}

/** The shopper's basket, priced without a network. `products` is undefined until a list is loaded. */
export function useBasket(products: readonly ShopProduct[] = NO_PRODUCTS) {
  const basket = useSyncExternalStore(basketStore.subscribe, basketStore.basket)
  const isDraft = useHasDraft()
  const timeZone = useActiveStore()?.time_zone ?? SHOP_TIME_ZONE
  const today = isoDate(new Date(serverNow()), timeZone)
  const lines = useMemo(
    () => basketLines(basket, products, today).filter(line => line.quantity > 0),
    [basket, products, today],
  )
  const totals = useMemo(() => basketTotals(basket, products, today), [basket, products, today])
  return {
    ...basketOperations,
    basket,
    /** yyyy-mm-dd in the store, by which packages with a date are judged. */
    today,
    /** The lines with a quantity above 0, sorted by name. */
    lines,
    totals,
    sumCents: totals.grossCents,
    isEmpty: isEmpty(basket),
    hasQuantity: hasQuantity(basket),
    /** An order was made from the basket, which is locked until that is paid or cancelled. */
    isDraft,
  }
}

export type BasketView = ReturnType<typeof useBasket>
export type ShopLine = BasketView['lines'][number]

export type ShopState = {
  products: readonly ShopProduct[]
  /** Every code of the list, indexed for lookup. */
  catalogue: ScanCatalogue
}

/** The store's products; undefined until a product list is loaded. */
export function useShop(): ShopState | undefined {
  const list = useStandardProducts()
  const sellsAgeRestricted = useActiveStore()?.sells_age_restricted === true
  return useMemo(() => {
    if (!list) return undefined
    const products = list.map(product => toShopProduct(product, sellsAgeRestricted))
    return { products, catalogue: buildScanCatalogue(products, layoutsIn(list)) }
  }, [list, sellsAgeRestricted])
}
