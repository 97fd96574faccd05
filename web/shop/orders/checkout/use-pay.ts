import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type Order, orders } from '#contract/orders/orders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import type { PaymentMethod } from '#domain/payments/payment-method.ts'
import { hasCode, isRefusal } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { completedPath } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { changedOrderText } from './changed-order-text.ts'
import { followOn, followOrder, stopFollowing } from './payment-status/followed-order.ts'
import { settlesBasket } from './payment-status/payment-status.ts'
import { ORDER_FAILURE, useFailureNotice, useFollowedFailure } from './payment-status/use-payment-failure-notice.ts'
import { currentOrderQuery, orderQuery } from './queries.ts'

/** How it is paid, for the request. Empty: the server chooses. */
export type WayBody = { method?: PaymentMethod; app?: string }

/** Every pay call, wherever it was made: while one is pending the order is polled often. */
export const PAY_KEY = ['pay']

type PaymentInput = {
  order: Order
  /** The version on the screen when the terms were accepted. */
  termsVersion: number | undefined
  way: WayBody
}

/** Pays the order at checkout. The outcome comes from following the order, not only from this call. */
export function usePay({ onTermsChanged }: { onTermsChanged: () => Promise<void> }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const followedFailure = useFollowedFailure()
  const client = useQueryClient()
  const navigate = useNavigate()

  const afterRefusal = async (error: unknown, { id }: Order) => {
    stopFollowing(id)
    if (hasCode(error, 'order.termsChanged')) return onTermsChanged()
    // Invalidated here: the next lines need the order as it is now.
    await client.refetchQueries({ queryKey: currentOrderQuery.queryKey })
    const current = client.getQueryData(currentOrderQuery.queryKey)
    if (hasCode(error, 'order.changed') && current) {
      const text = changedOrderText(error, current, t)
      return notify({ id: ORDER_FAILURE, severity: 'warning', text, persist: true })
    }
    const isGone = hasCode(error, 'order.changed') && current === null
    notifyFailure(error, { hasStatus: true, ...(isGone && { text: t('order.cancelledElsewhere') }) })
    // The order is cancelled or has an unknown outcome: the page shows which.
    if (current === null) await navigate(completedPath(id))
    return undefined
  }

  return useMutation({
    mutationKey: PAY_KEY,
    mutationFn: ({ order, termsVersion, way }: PaymentInput) => {
      followOrder({ id: order.id, sinceMs: Date.now(), askedAt: order.updated_at })
      // `applyOutcome` shows the result; what else the payment touches is reloaded behind it.
      const body = { ...agreedBody(order, termsVersion), ...way }
      return callApi(orders.pay, { body, reload: 'later' })
    },
    onSuccess: ({ string_code }, { order }) => applyOutcome(client, order, string_code),
    onError: async (error, { order }) => {
      if (isRefusal(error)) return afterRefusal(error, order)
      // The order shows whether a payment began; if none did, the error is shown.
      followOn({ id: order.id, sinceMs: Date.now(), askedAt: order.updated_at, ...followedFailure(error) })
      // Invalidated here: the button stays busy until the order was asked for since.
      return client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
    },
  })
}

/** What the shopper agrees to, for the request. The terms' version is missing if they could not be loaded. */
export const agreedBody = (order: Order, termsVersion: number | undefined) => ({
  order_id: order.id,
  total_amount: order.total_amount,
  ...(termsVersion !== undefined && { terms_version: termsVersion }),
})

/** The order after its payment, until the server's own response arrives: without its receipt. */
function orderAfter(order: Order, code: StringCode): Order {
  const after = { ...order, payment: null, string_code: code }
  if (code === 'SUCCESS') return { ...after, status: 'complete' }
  return code === 'UNKNOWN' ? { ...after, status: 'error' } : after
}

/**
 * Uses the pay call's response as the outcome, which the server has stored before responding. So the result shows at once, from
 * the paid order, while the order is reloaded. Without an outcome it is followed as before.
 */
export async function applyOutcome(client: QueryClient, order: Order, code: StringCode): Promise<void> {
  // 1 ms ago: what is cached below counts as newer.
  const isFollowed = followOn({ id: order.id, sinceMs: Date.now() - 1 })
  const current = currentOrderQuery.queryKey
  // Refetched: `reload: 'later'` only marked it stale, and no outcome is shown meanwhile.
  if (code === 'IN_PROGRESS' || !isFollowed) return client.invalidateQueries({ queryKey: current })
  // A response from before the outcome would bring the payment back.
  await client.cancelQueries({ queryKey: current })
  const after = orderAfter(order, code)
  client.setQueryData(orderQuery(order.id).queryKey, after)
  client.setQueryData(current, settlesBasket(code) || order.isPreorder ? null : after)
}
