import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { type Order, orders } from '#contract/orders/orders.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { rememberAnswer, rememberedAnswer } from '#web/kit/api/remembered-answers.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { currentOrderPace, currentOrderQuery, orderQuery } from '#web/shop/orders/checkout/queries.ts'
import { PAY_KEY } from '#web/shop/orders/checkout/use-pay.ts'
import {
  type FollowedOrder,
  followedOrder,
  followOrder,
  stopFollowing,
  subscribeToFollowedOrder,
} from './followed-order.ts'
import { decideFollowing } from './payment-status.ts'
import { MAX_POLL_PAUSE_BEFORE_TERMINAL_MS as BEFORE_THE_TERMINAL_MS } from './poll-pace.ts'
import { useAbandonedPayment } from './use-abandoned-payment.ts'
import { ORDER_FAILURE } from './use-payment-failure-notice.ts'
import { useSettlePayment } from './use-settle-payment.ts'

const POLL_MS = 2000
// At the terminal only the end of the payment is left, which the pay call returns at once: this is for a call that was lost in
// the network.
const POLL_BESIDE_THE_CALL_MS = 4000
// A requested payment begins within a moment; the pay call waits for its end.
const POLL_WHILE_ASKING_MS = 400

const { paced } = currentOrderPace

const RETURN_EVENTS = ['focus', 'online', 'pageshow']

/** A phone that wakes up requests at once; timers were suspended meanwhile. */
function useOnReturn(onReturn: () => void) {
  const handle = useEffectEvent(onReturn)
  useEffect(() => {
    const listener = () => handle()
    for (const event of RETURN_EVENTS) addEventListener(event, listener)
    return () => {
      for (const event of RETURN_EVENTS) removeEventListener(event, listener)
    }
  }, [])
}

/** Polls the current order every few seconds during a payment, and derives the state of the payment. */
function useFollowing(isEnabled: boolean) {
  const followed = useSyncExternalStore(subscribeToFollowedOrder, followedOrder)
  const isAsking = useIsMutating({ mutationKey: PAY_KEY }) > 0
  const isFollowing = isEnabled && followed !== null
  const query = useQuery({
    ...currentOrderQuery,
    enabled: isEnabled,
    refetchInterval: ({ state }) => {
      const isAtTerminal = state.data?.payment?.state === 'at_terminal'
      // The address that opens the app comes in a moment.
      const isLinkDue = state.data?.payment?.method === 'phone' && state.data.payment.app_link === null
      if (state.data?.status === 'payment_pending' && isLinkDue && isAsking) return paced(POLL_WHILE_ASKING_MS)
      if (state.data?.status === 'payment_pending')
        return isAtTerminal
          ? paced(isAsking ? POLL_BESIDE_THE_CALL_MS : POLL_MS)
          : paced(POLL_MS, BEFORE_THE_TERMINAL_MS)
      if (isAsking) return paced(POLL_WHILE_ASKING_MS, BEFORE_THE_TERMINAL_MS)
      return isFollowing ? paced(POLL_MS) : false
    },
  })
  const { data: current, dataUpdatedAt: currentAtMs, isError: isUnheard, refetch } = query
  const following = isEnabled ? decideFollowing({ followed, isAsking, current, currentAtMs, isUnheard }) : 'none'

  useOnReturn(() => void (isEnabled && refetch()))
  const followedId = followed?.id
  useEffect(() => {
    // Another tab may have begun to follow.
    if (followedId !== undefined && isEnabled) void refetch()
  }, [followedId, isEnabled, refetch])
  return { followed, following, query }
}

/** Notifies that no payment began, with the pay call's error. */
function useNotStartedNotice() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  return ({ id, failure }: FollowedOrder) => {
    stopFollowing(id)
    const detail = failure !== undefined && { detail: `[${failure}]` }
    notify({ id: ORDER_FAILURE, severity: 'error', text: t('pay.notStarted'), ...detail })
  }
}

/**
 * Follows the payment of this browser's shopper, in any tab: through reloads, lost connections and an interrupted pay call.
 * `onBasketPaid` runs once per browser when the order takes the basket's goods.
 */
export function useFollowPayment({ isEnabled, onBasketPaid }: { isEnabled: boolean; onBasketPaid: () => void }) {
  const { dismiss } = useNotices()
  const { followed, following, query } = useFollowing(isEnabled)
  const { data: current, dataUpdatedAt: currentAtMs } = query
  const hasEnded = following === 'ended'
  const {
    data: ended,
    dataUpdatedAt: endedAtMs,
    error: endedError,
  } = useQuery({
    ...orderQuery(followed?.id ?? 0),
    enabled: hasEnded,
    refetchInterval: () => paced(POLL_MS),
    retry: false,
    // Another shopper's order is no longer followed, and its 404 doesn't redirect.
    meta: { isBackground: true },
  })
  const settlePayment = useSettlePayment(onBasketPaid)
  const abandonPayment = useAbandonedPayment(onBasketPaid)

  const settle = useEffectEvent((order: Order) => void settlePayment(order))
  const reportNotStarted = useEffectEvent(useNotStartedNotice())
  const leave = useEffectEvent((order: Order) => abandonPayment(order))
  useEffect(() => {
    if (following === 'untouched' && followed) reportNotStarted(followed)
    const isNew = followed?.id !== current?.id || followed?.askedAt !== undefined
    if (following !== 'pending' || !current || !isNew) return
    followOrder({ id: current.id, sinceMs: currentAtMs })
    // The call may have failed, but the payment is in progress.
    dismiss(ORDER_FAILURE)
  }, [following, followed, current, currentAtMs, dismiss])
  useEffect(() => {
    if (!hasEnded || !followed) return
    const isFresh = ended !== undefined && endedAtMs > followed.sinceMs
    // A booked pre-order shows by its updated_at that it was not touched.
    if (isFresh && followed.isBooked && ended.updated_at === followed.askedAt) reportNotStarted(followed)
    else if (isFresh && ended.payment?.is_abandoned === true) void leave(ended)
    else if (isFresh && ended.status !== 'payment_pending') settle(ended)
    // Another shopper's order, from before the sign-in.
    else if (hasCode(endedError, 'notFound')) stopFollowing(followed.id)
  }, [hasEnded, followed, ended, endedAtMs, endedError])

  const [lastPending, setLastPending] = useState<Order>()
  if (current?.status === 'payment_pending' && current !== lastPending) setLastPending(current)
  useEffect(() => {
    if (lastPending) rememberPendingOrder(lastPending)
  }, [lastPending])
  const remembered = lastPending === undefined && followed ? rememberedPendingOrder(followed.id) : undefined
  const isPending = following === 'pending' || following === 'unsure' || hasEnded
  return {
    isPending,
    order: lastPending,
    remembered,
    isOffline: query.isError || endedError !== null,
    left: abandonPayment,
  }
}

/** Stores what a reload without a network needs of the order, without the email address. A logout erases it. */
function rememberPendingOrder(order: Order): void {
  rememberAnswer(orders.current, { url: orders.current.path, answer: { ...order, customer_email: '' } })
}

/** The order of this id as it was stored last. Its payment may have ended since. */
function rememberedPendingOrder(id: number): Order | undefined {
  const order = rememberedAnswer(orders.current)
  return order?.id === id ? order : undefined
}
