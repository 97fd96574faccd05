import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { basketLines, basketTotals } from '#domain/orders/basket-lines.ts'
import { addOne, hasQuantity, removeOne } from '#domain/orders/basket.ts'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import type { ShopProduct } from '#web/shop/orders/basket/shop-product.ts'

const NOTHING: readonly ShopProduct[] = []

/** Each operation starts from what local storage contains now, whichever tab wrote it. */
const operations = {
  step: (product: ShopProduct, by: 1 | -1) => {
    const change = (by === 1 ? addOne : removeOne)(preorderBasketStore.basket(), product)
    if (change.ok) preorderBasketStore.put(change.basket)
  },
  /** A line stays in the list at a quantity of 0. */
  set: ({ id }: ShopProduct, quantity: number) => preorderBasketStore.putEntry(id, { quantity }),
}

/** The id of the pre-order that is being changed; null for none. */
export const useChangedId = (): number | null =>
  useSyncExternalStore(preorderBasketStore.subscribe, preorderBasketStore.changedId)

/** The choices of an event: every product of it is a line, initially at 0. */
export function usePreorderBasket(eventId: number | undefined, products: readonly ShopProduct[] | undefined) {
  const basket = useSyncExternalStore(preorderBasketStore.subscribe, preorderBasketStore.basket)
  const storedEventId = useSyncExternalStore(preorderBasketStore.subscribe, preorderBasketStore.eventId)
  // Another store empties the basket, and the shopkeeper may change the event's products.
  const isListed = products?.length === Object.keys(basket).length && products.every(({ id }) => basket[id])
  const isEntered = isListed && storedEventId === eventId
  useEffect(() => {
    if (eventId !== undefined && products && !isEntered) preorderBasketStore.enterEvent({ id: eventId, products })
  }, [eventId, products, isEntered])
  const known = products ?? NOTHING
  const lines = useMemo(() => basketLines(basket, known), [basket, known])
  const totals = useMemo(() => basketTotals(basket, known), [basket, known])
  return { ...operations, basket, lines, totals, hasQuantity: hasQuantity(basket) }
}

export type PreorderBasketView = ReturnType<typeof usePreorderBasket>
export type PreorderLine = PreorderBasketView['lines'][number]
