import { type QueryClient, useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { orders, type Order } from '#contract/orders/orders.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { orderItems } from '#domain/orders/basket-lines.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { eraseStored, readStored, storedChanges, writeStored } from '#web/kit/api/browser-storage.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { preorderPath } from '#web/kit/paths.ts'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { ORDER_FAILURE, useFailureNotice } from '#web/shop/orders/checkout/payment-status/use-payment-failure-notice.ts'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'
import { useProductRefusal } from '#web/shop/orders/checkout/use-place-order.ts'
import { eventsQuery, remainingQuery, ownPreordersQuery, preorderQuery } from './queries.ts'

/** Makes an order at checkout from an event's choices. The quantities stay, whatever the outcome. */
export function usePlacePreorder(eventId: number) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const productRefusal = useProductRefusal()
  const client = useQueryClient()
  const { activeStoreId } = useUser()
  return useMutation({
    mutationFn: () =>
      callApi(orders.place, {
        body: {
          preorder_event_id: eventId,
          ...(activeStoreId !== null && { store_id: activeStoreId }),
          replaces_order_id: preorderBasketStore.changedId(),
          orderItems: orderItems(preorderBasketStore.basket()),
        },
        reload: 'later',
      }),
    onSuccess: async order => {
      await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
      client.setQueryData(currentOrderQuery.queryKey, order)
    },
    onError: error => {
      // Invalidated here: only this refusal concerns the session. `useFollowedStore` notifies of it.
      if (hasCode(error, 'store.changed')) return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      if (cacheSoldOut(client, eventId, error))
        return notify({ id: ORDER_FAILURE, severity: 'warning', text: t('preorder.someSoldOut') })
      // Invalidated here: only this refusal concerns the events.
      if (hasCode(error, 'preorder.closed')) void client.invalidateQueries({ queryKey: eventsQuery.queryKey })
      return notifyFailure(error, { text: productRefusal(error) })
    },
  })
}

const refusedBody = z.object({ items: z.array(z.object({ product_id: z.number(), remaining: z.number() })) })

/**
 * Caches the available quantities from a refused pre-order, so that the lines show them at once. Returns false for any other
 * refusal.
 */
export function cacheSoldOut(client: QueryClient, eventId: number, error: unknown): boolean {
  if (!hasCode(error, 'preorder.soldOut') && !hasCode(error, 'preorder.perShopper')) return false
  const { queryKey } = remainingQuery(eventId)
  const { data } = refusedBody.safeParse(error.body)
  if (data) {
    const remaining = new Map(data.items.map(item => [item.product_id, item.remaining]))
    client.setQueryData(queryKey, cached =>
      cached?.map(item => ({ ...item, remaining: remaining.get(item.product_id) ?? item.remaining })),
    )
  }
  // Invalidated here: the refusal has only the ordered products' quantities.
  void client.invalidateQueries({ queryKey })
  return true
}

// The id of the order whose booking request has no response yet. It survives a reload and a lost network.
const BOOKING_KEY = 'preorder-booking'

const bookingChanges = storedChanges()
const notedBooking = (): number | null => Number(readStored(BOOKING_KEY)) || null

export function noteBooking(orderId: number): void {
  writeStored(BOOKING_KEY, String(orderId))
  bookingChanges.notify()
}

export function forgetBooking(): void {
  eraseStored(BOOKING_KEY)
  bookingChanges.notify()
}

/** Whether the order was booked, though the response was lost. */
const wasBooked = ({ status, booked_at: bookedAt }: Pick<Preorder, 'status' | 'booked_at'>): boolean =>
  bookedAt !== null && status !== 'checkout'

/**
 * A booking without a response: once its order is no longer at checkout, the server is asked whether it was booked. Until then
 * the choices must not be ordered again. `isAsking` blocks the page meanwhile.
 */
export function useUnsureBooking(current: Order | null | undefined): { isAsking: boolean } {
  const { finish } = useBooked()
  const id = useSyncExternalStore(bookingChanges.subscribe, notedBooking)
  const isUnsure = id !== null && current !== undefined && current?.id !== id
  const { data, error } = useQuery({
    ...preorderQuery(id ?? 0),
    enabled: isUnsure,
    meta: { isBackground: true },
  })
  const settle = useEffectEvent((preorder: Preorder) => {
    forgetBooking()
    if (wasBooked(preorder)) void finish(preorder.id)
  })
  useEffect(() => {
    if (isUnsure && data) settle(data)
  }, [isUnsure, data])
  useEffect(() => {
    if (isUnsure && hasCode(error, 'notFound')) forgetBooking()
  }, [isUnsure, error])
  return { isAsking: isUnsure && !error }
}

const BOOKED_NOTICE = 'preorder-booked'

/** Runs after a booking: clears the order and the basket, and shows the pre-order. */
export function useBooked() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const navigate = useNavigate()
  return {
    finish: async (id: number) => {
      const changedId = preorderBasketStore.changedId()
      await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
      await navigate(preorderPath(id), { state: { id } })
      client.setQueryData(currentOrderQuery.queryKey, null)
      preorderBasketStore.empty()
      notify({ id: BOOKED_NOTICE, severity: 'success', text: t('preorder.saved') })
      // Invalidated here: the booking may be known without its call's response.
      const stale = [ownPreordersQuery.queryKey, preorderQuery(id).queryKey, preorderQuery(changedId ?? id).queryKey]
      await Promise.all(stale.map(queryKey => client.invalidateQueries({ queryKey })))
    },
  }
}
