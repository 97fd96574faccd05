import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { orders } from '#contract/orders/orders.ts'
import { orderItems } from '#domain/orders/basket-lines.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { ORDER_FAILURE, useFailureNotice } from '#web/shop/orders/checkout/payment-status/use-failure-notice.ts'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'
import { useProductRefusal } from '#web/shop/orders/checkout/use-place-order.ts'
import { eventsQuery, leftQuery } from './queries.ts'

/** Makes an order at checkout from an event's choices. The quantities stay, whatever the outcome. */
export function usePlacePreorder(eventId: number) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const showFailure = useFailureNotice()
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
      // By hand: only this refusal concerns the session. `useFollowedStore` notifies of it.
      if (hasCode(error, 'store.changed')) return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      if (takeSoldOut(client, eventId, error))
        return notify({ id: ORDER_FAILURE, severity: 'warning', text: t('preorder.someSoldOut') })
      // By hand: only this refusal concerns the events.
      if (hasCode(error, 'preorder.closed')) void client.invalidateQueries({ queryKey: eventsQuery.queryKey })
      return showFailure(error, { text: productRefusal(error) })
    },
  })
}

const refused = z.object({ items: z.array(z.object({ product_id: z.number(), left: z.number() })) })

/**
 * Caches the available quantities from a refused pre-order, so that the lines show them at once. Returns false for any other
 * refusal.
 */
export function takeSoldOut(client: QueryClient, eventId: number, error: unknown): boolean {
  if (!hasCode(error, 'preorder.soldOut') && !hasCode(error, 'preorder.perShopper')) return false
  const { queryKey } = leftQuery(eventId)
  const { data } = refused.safeParse(error.body)
  if (data) {
    const left = new Map(data.items.map(item => [item.product_id, item.left]))
    client.setQueryData(queryKey, known =>
      known?.map(item => ({ ...item, left: left.get(item.product_id) ?? item.left })),
    )
  }
  // By hand: the refusal has only the ordered products' quantities.
  void client.invalidateQueries({ queryKey })
  return true
}
