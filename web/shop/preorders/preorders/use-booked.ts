import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'
import { preorderPath } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { ownPreordersQuery, preorderQuery } from './queries.ts'

const BOOKED_NOTICE = 'preorder-booked'

/** Runs after a booking: clears the order and the basket, and shows the pre-order. */
export function useBooked() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const navigate = useNavigate()
  return {
    finish: async (id: number) => {
      const changedId = preorderBasketStore.changedId()
      await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
      await navigate(preorderPath(id), { state: { id } })
      client.setQueryData(currentOrderQuery.queryKey, null)
      preorderBasketStore.empty()
      notify({ id: BOOKED_NOTICE, severity: 'success', text: t('preorder.saved') })
      const stale = [ownPreordersQuery.queryKey, preorderQuery(id).queryKey, preorderQuery(changedId ?? id).queryKey]
      await Promise.all(stale.map(queryKey => client.invalidateQueries({ queryKey })))
    },
  }
}
