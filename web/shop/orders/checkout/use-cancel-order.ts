import { orders } from '#contract/orders/orders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { currentOrderQuery } from './queries.ts'
import { useTellFailure } from './use-tell-failure.ts'

/** Cancels the order at checkout; the basket stays. Until the next order, `isSuccess` prevents a second press of the button. */
export function useCancelOrder() {
  const tellFailure = useTellFailure()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        await callApi(orders.cancel)
      } catch (error) {
        // Another tab was quicker: the order is cancelled all the same.
        if (!hasCode(error, 'order.none')) throw error
      }
    },
    onSuccess: async () => {
      await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
      client.setQueryData(currentOrderQuery.queryKey, null)
    },
    onError: error => {
      tellFailure(error, { hasStatus: true })
      void client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
    },
  })
}
