import type { Order } from '#contract/orders/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useLocation, useNavigate } from 'react-router'
import { productsQuery } from '#web/shop/catalogue/products/queries.ts'
import { completedPath } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { stopFollowing } from './followed-order.ts'
import { paymentOutcome, takesBasket } from './payment-outcome.ts'
import { currentOrderQuery, unresolvedOrdersQuery } from './queries.ts'

// The outcome of a payment replaces the previous one.
const OUTCOME_NOTICE = 'payment-outcome'

/** Creates promises that resolve once another location is rendered: the router's own resolve a moment earlier. */
function useDrawing() {
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
export function useSettlePayment(onTaken: () => void) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const navigate = useNavigate()
  const nextDrawing = useDrawing()
  const isSettling = useRef(false)

  const settle = async (order: Order) => {
    const outcome = paymentOutcome(order)
    // The pages stay hidden until the right one is rendered: the page of the old address might redirect, as / does.
    if (outcome !== null) {
      const drawing = nextDrawing()
      await navigate(completedPath(order.id), { state: { string_code: outcome } })
      await drawing
    }
    const isFirst = stopFollowing(order.id)
    // A pre-order's payment doesn't affect the basket, which stays.
    if (isFirst && !order.isPreorder && takesBasket(outcome)) onTaken()
    if (outcome === 'SUCCESS') notify({ id: OUTCOME_NOTICE, severity: 'info', text: t('pay.orderPaid') })
    // The page shows it at length, so the notice may close automatically.
    if (outcome === 'USER_CANCELLED') {
      notify({ id: OUTCOME_NOTICE, severity: 'error', text: t('pay.userCancelled'), persist: false })
    }
    const stale = [currentOrderQuery, unresolvedOrdersQuery]
    await Promise.all([
      ...stale.map(({ queryKey }) => client.invalidateQueries({ queryKey })),
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
