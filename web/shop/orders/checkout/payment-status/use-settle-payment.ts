import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { completedPath } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { productsQuery } from '#web/shop/catalogue/products/queries.ts'
import { currentOrderQuery, unresolvedOrdersQuery } from '#web/shop/orders/checkout/queries.ts'
import { stopFollowing } from './followed-order.ts'
import { paymentOutcome, settlesBasket } from './payment-status.ts'
import { OUTCOME_NOTICE } from './use-payment-failure-notice.ts'

/** Creates promises that resolve once another location is rendered: the router's own resolve a moment earlier. */
function useNextRender() {
  const { key } = useLocation()
  const waiting = useRef(new Map<() => void, string>())
  useEffect(() => {
    for (const [resolve, from] of waiting.current) {
      if (from === key) continue
      resolve()
      waiting.current.delete(resolve)
    }
  }, [key])
  return () => new Promise<void>(resolve => waiting.current.set(resolve, key))
}

/** Runs once when a followed payment has an outcome: /completed shows it, and order and products are reloaded. */
export function useSettlePayment(onBasketPaid: () => void) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const navigate = useNavigate()
  const nextRender = useNextRender()
  const isSettling = useRef(false)

  const settle = async (order: Order) => {
    const outcome = paymentOutcome(order)
    // The pages stay hidden until the right one is rendered: the page of the old address might redirect, as / does.
    if (outcome !== null) {
      const rendered = nextRender()
      await navigate(completedPath(order.id), { state: { string_code: outcome } })
      await rendered
    }
    const isFirst = stopFollowing(order.id)
    // A pre-order's payment doesn't affect the basket, which stays.
    if (isFirst && !order.isPreorder && settlesBasket(outcome)) onBasketPaid()
    if (outcome === 'SUCCESS') notify({ id: OUTCOME_NOTICE, severity: 'info', text: t('pay.orderPaid') })
    if (outcome === 'USER_CANCELLED') notify({ id: OUTCOME_NOTICE, severity: 'error', text: t('pay.userCancelled') })
    await Promise.all([
      // Invalidated here: the outcome may come from following the order, without a call that touches it.
      client.invalidateQueries({ queryKey: currentOrderQuery.queryKey }),
      client.invalidateQueries({ queryKey: unresolvedOrdersQuery.queryKey }),
      // At once, even if no page shows it: the next basket begins with the stock after this payment.
      order.isPreorder ? undefined : client.fetchQuery({ ...productsQuery, staleTime: 0 }).catch(() => undefined),
    ])
  }

  /** The order may be reloaded meanwhile: runs once for each payment. */
  return async (order: Order) => {
    if (isSettling.current) return
    isSettling.current = true
    await settle(order).finally(() => (isSettling.current = false))
  }
}
