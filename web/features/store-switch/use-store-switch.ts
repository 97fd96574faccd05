import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import type { Store } from '#contract/stores.ts'
import { users } from '#contract/users.ts'
import { type Basket, hasQuantity } from '#domain/basket.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { useFailureNotice } from '#web/features/acts/use-failure-notice.ts'
import { basketStore } from '#web/features/basket/basket-store.ts'
import { preorderBasketStore } from '#web/features/basket/preorder-basket-store.ts'
import { useSession } from '#web/features/session/session-provider.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'

const BASKETS = [basketStore, preorderBasketStore]

/** Whether a basket that was begun elsewhere would be lost to the store. */
const losesBasket = (storeId: number) =>
  BASKETS.some(store => store.storeId() !== storeId && hasQuantity(store.basket()))

/** Puts the choice of a store into effect, here and on the server. Resolves to whether it took. */
function useChangeStore() {
  const tellFailure = useFailureNotice()
  const client = useQueryClient()
  const { keepUser } = useSession()
  return async (storeId: number): Promise<boolean> => {
    try {
      await keepUser(await callApi(users.update, { body: { activeStoreId: storeId } }))
    } catch (error) {
      tellFailure(error)
      return false
    }
    for (const store of BASKETS) store.enterStore({ activeStoreId: storeId })
    // Another store has other goods, and the order at checkout went with the old one.
    void client.invalidateQueries({ queryKey: queryKeyOf(products.list) })
    void client.invalidateQueries({ queryKey: queryKeyOf(orders.current) })
    return true
  }
}

/** Choosing a store; `onDone` hears at the end whether it was chosen. One whose basket would be lost is asked about first, and can be undone after. */
export function useStoreSwitch(onDone: (isSwitched: boolean) => void) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const changeStore = useChangeStore()
  const [asked, setAsked] = useState<Store>()
  const [isBusy, setBusy] = useState(false)
  const offerUndo = (storeId: number, baskets: readonly Basket[]) => {
    const onAct = async () => {
      if (await changeStore(storeId)) BASKETS.forEach((store, index) => store.put(baskets[index] ?? {}))
    }
    const action = { label: t('common.undo'), onAct: () => void onAct() }
    notify({ id: 'store-switch', severity: 'info', text: t('storeSwitch.done'), action })
  }
  const switchTo = async ({ id }: Store) => {
    const oldStoreId = basketStore.storeId()
    const oldBaskets = BASKETS.map(store => store.basket())
    const isLost = losesBasket(id)
    setBusy(true)
    const isDone = await changeStore(id)
    setBusy(false)
    setAsked(undefined)
    if (!isDone) return
    onDone(true)
    if (oldStoreId !== null && oldStoreId !== id && isLost) offerUndo(oldStoreId, oldBaskets)
  }
  return {
    choose: (store: Store) => {
      if (losesBasket(store.id)) setAsked(store)
      else void switchTo(store)
    },
    /** The store whose choice waits for an answer. */
    asked,
    confirm: () => asked && void switchTo(asked),
    // Who keeps shopping has no use for the list of stores.
    keep: () => {
      setAsked(undefined)
      onDone(false)
    },
    isBusy,
  }
}
