import { orders } from '#contract/orders/orders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { currentOrderQuery } from './queries.ts'
import { useTellFailure } from './use-tell-failure.ts'

/** Asks the terminal to stop. Only the order tells whether it did: the card may have been quicker. */
export function useAbortPayment() {
  const tellFailure = useTellFailure()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(orders.abortPayment),
    onError: error => {
      if (!hasCode(error, 'order.noAttempt')) tellFailure(error, { hasStatus: true })
    },
    onSettled: () => client.invalidateQueries({ queryKey: currentOrderQuery.queryKey }),
  })
}
