import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { users } from '#contract/accounts/users.ts'
import { products } from '#contract/catalogue/products.ts'
import { orders } from '#contract/orders/orders.ts'
import { type Basket, hasQuantity } from '#domain/orders/basket.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import type { NoticeInput } from '#web/kit/ui/notices/notice-queue.ts'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import { basketStore } from '#web/shop/orders/basket/basket-store.ts'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'

const BASKET_STORES = [basketStore, preorderBasketStore]

/** What a change of store may discard: the basket's store, and the contents of both baskets. */
type BasketsBefore = {
  storeId: number | null
  baskets: readonly Basket[]
}

export const basketsNow = (): BasketsBefore => ({
  storeId: basketStore.storeId(),
  baskets: BASKET_STORES.map(store => store.basket()),
})

/** Whether the change to this store would discard a basket of another one. */
export const losesBasket = (storeId: number): boolean =>
  BASKET_STORES.some(store => store.storeId() !== storeId && hasQuantity(store.basket()))

/** The baskets belong to the active store: another store starts new ones. */
function enterStore(activeStoreId: number | null | undefined): void {
  for (const store of BASKET_STORES) store.enterStore({ activeStoreId })
}

/**
 * Another store has other goods, and the order at checkout belonged to the old one. Invalidated here: the store may have been changed
 * elsewhere, and other changes of the user concern neither.
 */
function refreshStoreData(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKey(products.list) })
  void client.invalidateQueries({ queryKey: queryKey(orders.current) })
}

/** Changes the active store, here and on the server. Resolves to whether it succeeded. */
export function useChangeStore() {
  const notifyFailure = useFailureNotice()
  const client = useQueryClient()
  const { storeUser } = useSession()
  return async (storeId: number): Promise<boolean> => {
    try {
      const user = await callApi(users.update, { body: { activeStoreId: storeId } })
      // Before the pages rerender: they would treat it as a change from elsewhere.
      setNotedStore({ userId: user.id, storeId })
      enterStore(storeId)
      await storeUser(user)
    } catch (error) {
      notifyFailure(error)
      return false
    }
    refreshStoreData(client)
    return true
  }
}

const UNDO_MS = 12_000

/** The toast options for a change of store that discarded a basket: while the toast is shown, the change can be undone. */
export function useStoreUndo() {
  const { t } = useTranslation()
  const changeStore = useChangeStore()
  return ({ storeId, baskets }: BasketsBefore): Pick<NoticeInput, 'action' | 'hideAfterMs'> => {
    const undo = async () => {
      if (storeId === null || !(await changeStore(storeId))) return
      BASKET_STORES.forEach((store, index) => store.put(baskets[index] ?? {}))
    }
    return {
      hideAfterMs: UNDO_MS,
      ...(storeId !== null && { action: { label: t('common.undo'), onAct: () => void undo() } }),
    }
  }
}

/** The user and the active store that this page shows. */
type NotedStore = {
  userId: number
  storeId: number
}

let noted: NotedStore | undefined

const setNotedStore = (store: NotedStore | undefined): void => void (noted = store)

/** Whether the user's store was changed elsewhere since this page noted it. */
const isChangedElsewhere = ({ userId, storeId }: NotedStore): boolean =>
  noted?.userId === userId && noted.storeId !== storeId

/**
 * Follows the active store, wherever it is changed: the baskets belong to it, and the shopper is notified of a change from
 * elsewhere.
 */
export function useFollowedStore(): void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { notify } = useProductToasts()
  const offerUndo = useStoreUndo()
  const { user } = useSession()
  const follow = useEffectEvent((userId: number, storeId: number) => {
    const before = basketsNow()
    const isLost = before.storeId !== null && losesBasket(storeId)
    const isElsewhere = isChangedElsewhere({ userId, storeId })
    enterStore(storeId)
    setNotedStore({ userId, storeId })
    if (isElsewhere) refreshStoreData(client)
    if (!isElsewhere && !isLost) return
    notify({
      id: 'store-switch',
      severity: 'warning',
      text: t('storeSwitch.elsewhere', { store: user?.active_store?.name ?? '' }),
      detail: t(isLost ? 'storeSwitch.elsewhereEmptied' : 'storeSwitch.elsewhereText'),
      ...offerUndo(isLost ? before : { storeId: null, baskets: [] }),
    })
  })
  const { id: userId, activeStoreId: storeId } = user ?? {}
  useEffect(() => {
    if (userId !== undefined && storeId != null) follow(userId, storeId)
  }, [userId, storeId])
}
