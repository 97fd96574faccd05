import { type ReactNode, useEffect } from 'react'
import { PaymentGate } from '#web/features/orders/payment-gate.tsx'
import { onPersonGone } from '#web/features/session/person-gone.ts'
import { useSession } from '#web/features/session/session-provider.tsx'
import { basketStore } from './basket-store.ts'
import { preorderBasketStore } from './preorder-basket-store.ts'

/** Around every page: the basket belongs to the shopper in the active store; a payment that takes its goods empties it. */
export function BasketPaymentGate({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const activeStoreId = user?.activeStoreId
  useEffect(() => {
    basketStore.enterStore({ activeStoreId })
    preorderBasketStore.enterStore({ activeStoreId })
  }, [activeStoreId])
  useEffect(() => onPersonGone(basketStore.erase), [])
  useEffect(() => onPersonGone(preorderBasketStore.erase), [])
  return <PaymentGate onTaken={() => basketStore.put({})}>{children}</PaymentGate>
}
