import { users } from '#contract/accounts/users.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { useStoreSwitch } from '#web/shop/stores/store-switch/use-store-switch.ts'
import { PATHS } from '#web/kit/paths.ts'

const basketOf = ({ order_items: items }: Preorder) =>
  Object.fromEntries(items.map(({ product_id: id, quantity }) => [id, { quantity }]))

/** Loads a booked pre-order into the pre-order basket, with its store and event. It stays booked meanwhile. */
export function useChangePreorder(preorder: Preorder) {
  const tellFailure = useFailureNotice()
  const navigate = useNavigate()
  const { user, keepUser } = useSession()
  const { data: stores } = useStores()
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    try {
      await keepUser(await callApi(users.update, { body: { activePreorderEventId: preorder.event.id } }))
      preorderBasketStore.enterStore({ activeStoreId: preorder.store.id })
      preorderBasketStore.beginChange({ id: preorder.id, eventId: preorder.event.id, basket: basketOf(preorder) })
      await navigate(PATHS.preorderBasket)
    } catch (error) {
      tellFailure(error)
      setBusy(false)
    }
  }
  const { choose, ...question } = useStoreSwitch(isSwitched => void (isSwitched && load()))
  return {
    change: () => {
      const store = stores?.find(({ id }) => id === preorder.store.id)
      if (preorder.store.id === user?.activeStoreId || !store) void load()
      else choose(store)
    },
    question,
    isBusy: isBusy || question.isBusy,
  }
}
