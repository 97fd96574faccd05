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

// The outcome of one payment takes the place of the last one's.
const OUTCOME_NOTICE = 'payment-outcome'

/** Makes promises that are kept when another location is drawn: the router's own are kept a moment before that. */
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

/** What happens once when a followed payment has an outcome: /completed shows it, and order and products are loaded again. */
export function useSettlePayment(onTaken: () => void) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const navigate = useNavigate()
  const nextDrawing = useDrawing()
  const isSettling = useRef(false)

  const settle = async (order: Order) => {
    const outcome = paymentOutcome(order)
    // The pages stay hidden until the right one is drawn: that of the old address might lead elsewhere, as / does.
    if (outcome !== null) {
      const drawing = nextDrawing()
      await navigate(completedPath(order.id), { state: { string_code: outcome } })
      await drawing
    }
    const isFirst = stopFollowing(order.id)
    // A pre-order is paid beside the basket, which stays.
    if (isFirst && !order.isPreorder && takesBasket(outcome)) onTaken()
    if (outcome === 'SUCCESS') notify({ id: OUTCOME_NOTICE, severity: 'info', text: t('pay.orderPaid') })
    // The page says it at length, so the notice may go by itself.
    if (outcome === 'USER_CANCELLED') {
      notify({ id: OUTCOME_NOTICE, severity: 'error', text: t('pay.userCancelled'), persist: false })
    }
    const stale = [currentOrderQuery, unresolvedOrdersQuery]
    await Promise.all([
      ...stale.map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      // Now, though no page may show it: the next basket begins with the shelf as this payment left it.
      order.isPreorder ? undefined : client.fetchQuery({ ...productsQuery, staleTime: 0 }).catch(() => undefined),
    ])
  }

  /** The order may be loaded again in the middle of it: once for each payment. */
  return async (order: Order) => {
    if (isSettling.current) return
    isSettling.current = true
    await settle(order).finally(() => (isSettling.current = false))
  }
}
