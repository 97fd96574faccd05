import { type ReactNode, useEffect } from 'react'
import { onPersonGone } from '#web/kit/session/person-gone.ts'
import { PaymentGate } from '#web/shop/orders/checkout/payment-status/payment-gate.tsx'
import { basketStore } from './basket-store.ts'
import { preorderBasketStore } from './preorder-basket-store.ts'

/** Wraps every page: a logout erases the shopper's baskets; a payment that takes the basket's goods empties it. */
export function BasketPaymentGate({ children }: { children: ReactNode }) {
  useEffect(() => onPersonGone(basketStore.erase), [])
  useEffect(() => onPersonGone(preorderBasketStore.erase), [])
  return <PaymentGate onTaken={() => basketStore.put({})}>{children}</PaymentGate>
}
