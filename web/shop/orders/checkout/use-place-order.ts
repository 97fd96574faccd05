import { orders } from '#contract/orders/orders.ts'
import type { OrderItem } from '#domain/orders/basket-lines.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { currentOrderQuery } from './queries.ts'
import { useProductRefusal } from './use-product-refusal.ts'
import { useTellFailure } from './use-tell-failure.ts'

/** Makes an order at checkout from the basket. The server's prices are authoritative. */
export function usePlaceOrder() {
  const tellFailure = useTellFailure()
  const productRefusal = useProductRefusal()
  const client = useQueryClient()
  const { activeStoreId } = useUser()
  return useMutation({
    mutationFn: (orderItems: OrderItem[]) =>
      callApi(orders.place, { body: { orderItems, ...(activeStoreId !== null && { store_id: activeStoreId }) } }),
    onSuccess: async order => {
      await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
      client.setQueryData(currentOrderQuery.queryKey, order)
    },
    onError: error => {
      // `useFollowedStore` notifies of it.
      if (hasCode(error, 'store.changed')) return void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      // A payment is in progress in another tab: the shopper needs its view.
      if (hasCode(error, 'order.paymentPending'))
        void client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
      return tellFailure(error, { text: productRefusal(error) })
    },
  })
}
