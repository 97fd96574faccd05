import { useMutation, useQueryClient } from '@tanstack/react-query'
import { preorders, type Preorder } from '#contract/preorders/preorders.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { useFailureNotice } from '#web/shop/orders/checkout/payment-status/use-payment-failure-notice.ts'
import { preorderQuery } from './queries.ts'

/** Cancels a booked pre-order; its quantities become available to others. */
export function useCancelPreorder({ id }: Preorder) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => callApi(preorders.cancel, { params: { id } }),
    onSuccess: async () => {
      if (preorderBasketStore.changedId() === id) preorderBasketStore.empty()
      await awaitReload()
      notify({ id: 'preorder-cancelled', severity: 'info', text: t('preorder.cancelled') })
    },
    onError: async error => {
      notifyFailure(error)
      await awaitReload()
    },
  })
}

/** Withdraws from the contract for the products that were shown as covered. */
export function useWithdraw({ id, withdrawable_product_ids: productIds }: Preorder) {
  const client = useQueryClient()
  const notifyFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => callApi(preorders.withdraw, { params: { id }, body: { product_ids: productIds } }),
    onSuccess: async preorder => {
      client.setQueryData(preorderQuery(id).queryKey, preorder)
      await awaitReload()
    },
    onError: async error => {
      notifyFailure(error)
      await awaitReload()
    },
  })
}
