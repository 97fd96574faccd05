import { users } from '#contract/users.ts'
import type { Preorder } from '#contract/preorders.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { callApi } from '#web/api/call-api.ts'
import { errorText } from '#web/api/show-error.ts'
import { preorderBasketStore } from '#web/features/basket/preorder-basket-store.ts'
import { useSession } from '#web/features/session/session-provider.tsx'
import { useStores } from '#web/features/stores/queries.ts'
import { useStoreSwitch } from '#web/features/store-switch/use-store-switch.ts'
import { PATHS } from '#web/paths.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'

const basketOf = ({ order_items: items }: Preorder) =>
  Object.fromEntries(items.map(({ product_id: id, quantity }) => [id, { quantity }]))

/** Loads a booked pre-order into the pre-order basket, in its store and of its event. It stays booked meanwhile. */
export function useChangePreorder(preorder: Preorder) {
  const { t } = useTranslation()
  const { notify } = useNotices()
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
      const text = errorText(error, t)
      if (text !== undefined) notify({ severity: 'error', text })
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
