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

/** The pay call, wherever it was made: while one is under way the order is asked for often. */
export const PAY_KEY = ['pay']

/** Refused, so that this call began no payment. Anything else, such as a lost connection, leaves that open. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

interface Payment {
  order: Order
  /** Those that were on the screen when they were accepted. */
  termsVersion: number | undefined
}

/** Pays the order at checkout. What comes of it is told by following the order, not by this call alone. */
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
      // The basket shows by the list what it can't sell.
      void client.invalidateQueries({ queryKey: productsQuery.queryKey })
      const text = changedOrderText(error, current, t)
      return notify({ id: ORDER_FAILURE, severity: 'warning', text, persist: true })
    }
    const isGone = hasCode(error, 'order.changed') && current === null
    tellFailure(error, { hasStatus: true, ...(isGone && { text: t('order.cancelledElsewhere') }) })
    // Cancelled or of unknown outcome by now: the page tells which.
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
      // Whether a payment began, the order tells; if none did, the failure is told.
      followOn({ id: order.id, sinceMs: Date.now(), askedAt: order.updated_at, ...followedFailure(error) })
      return client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
    },
  })
}
