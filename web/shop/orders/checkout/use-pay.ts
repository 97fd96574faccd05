import { orders, type Order } from '#contract/orders/orders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { ApiError, hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { productsQuery } from '#web/shop/catalogue/products/queries.ts'
import { completedPath } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { followOn, followOrder, stopFollowing } from './followed-order.ts'
import { agreedBody } from './agreed-body.ts'
import { changedOrderText } from './changed-order-text.ts'
import { currentOrderQuery } from './queries.ts'
import { takeOutcome } from './take-outcome.ts'
import { useFollowedFailure } from './use-status-detail.ts'
import { ORDER_FAILURE, useTellFailure } from './use-tell-failure.ts'

/** Every pay call, wherever it was made: while one is pending the order is polled often. */
export const PAY_KEY = ['pay']

/** A refusal: this call began no payment. Any other error, such as a lost connection, leaves that open. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

interface Payment {
  order: Order
  /** The version on the screen when the terms were accepted. */
  termsVersion: number | undefined
}

/** Pays the order at checkout. The outcome comes from following the order, not only from this call. */
export function usePay({ onTermsChanged }: { onTermsChanged: () => Promise<void> }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tellFailure = useTellFailure()
  const followedFailure = useFollowedFailure()
  const client = useQueryClient()
  const navigate = useNavigate()

  const afterRefusal = async (error: unknown, { id }: Order) => {
    stopFollowing(id)
    if (hasCode(error, 'order.termsChanged')) return onTermsChanged()
    await client.refetchQueries({ queryKey: currentOrderQuery.queryKey })
    const current = client.getQueryData(currentOrderQuery.queryKey)
    if (hasCode(error, 'order.changed') && current) {
      // The basket shows from the product list which products it can't sell.
      void client.invalidateQueries({ queryKey: productsQuery.queryKey })
      const text = changedOrderText(error, current, t)
      return notify({ id: ORDER_FAILURE, severity: 'warning', text, persist: true })
    }
    const isGone = hasCode(error, 'order.changed') && current === null
    tellFailure(error, { hasStatus: true, ...(isGone && { text: t('order.cancelledElsewhere') }) })
    // The order is cancelled or has an unknown outcome: the page shows which.
    if (current === null) await navigate(completedPath(id))
    return undefined
  }

  return useMutation({
    mutationKey: PAY_KEY,
    mutationFn: ({ order, termsVersion }: Payment) => {
      followOrder({ id: order.id, sinceMs: Date.now(), askedAt: order.updated_at })
      return callApi(orders.pay, { body: agreedBody(order, termsVersion) })
    },
    onSuccess: ({ string_code }, { order }) => takeOutcome(client, order, string_code),
    onError: async (error, { order }) => {
      if (isRefusal(error)) return afterRefusal(error, order)
      // The order shows whether a payment began; if none did, the error is shown.
      followOn({ id: order.id, sinceMs: Date.now(), askedAt: order.updated_at, ...followedFailure(error) })
      return client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
    },
  })
}
