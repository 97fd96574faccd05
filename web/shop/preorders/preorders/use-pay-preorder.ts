import { preorders, type Preorder } from '#contract/preorders/preorders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ApiError, hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { changedOrderText } from '#web/shop/orders/checkout/changed-order-text.ts'
import { followOn, followOrder, stopFollowing } from '#web/shop/orders/checkout/followed-order.ts'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'
import { takeOutcome } from '#web/shop/orders/checkout/take-outcome.ts'
import { PAY_KEY } from '#web/shop/orders/checkout/use-pay.ts'
import { useFollowedFailure } from '#web/shop/orders/checkout/use-status-detail.ts'
import { ORDER_FAILURE, useTellFailure } from '#web/shop/orders/checkout/use-tell-failure.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { preorderQuery } from './queries.ts'

/** A refusal: this call began no payment. Any other error, such as a lost connection, leaves that open. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** Pays a pre-order at its store's terminal. The outcome comes from following the order, as for any payment. */
export function usePayPreorder() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tellFailure = useTellFailure()
  const followedFailure = useFollowedFailure()
  const client = useQueryClient()

  const afterRefusal = async (error: unknown, { id }: Preorder) => {
    stopFollowing(id)
    const { queryKey } = preorderQuery(id)
    await client.refetchQueries({ queryKey })
    const current = client.getQueryData(queryKey)
    if (!hasCode(error, 'order.changed') || !current) return tellFailure(error, { hasStatus: true })
    const text = changedOrderText(error, current, t)
    return notify({ id: ORDER_FAILURE, severity: 'warning', text, persist: true })
  }

  return useMutation({
    mutationKey: PAY_KEY,
    mutationFn: ({ id, updated_at: askedAt, total_amount }: Preorder) => {
      followOrder({ id, sinceMs: Date.now(), askedAt, isBooked: true })
      return callApi(preorders.pay, { params: { id }, body: { total_amount } })
    },
    onSuccess: ({ string_code }, preorder) => takeOutcome(client, preorder, string_code),
    onError: (error, preorder) => {
      if (isRefusal(error)) return afterRefusal(error, preorder)
      const { id, updated_at: askedAt } = preorder
      followOn({ id, sinceMs: Date.now(), askedAt, isBooked: true, ...followedFailure(error) })
      return client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
    },
  })
}
