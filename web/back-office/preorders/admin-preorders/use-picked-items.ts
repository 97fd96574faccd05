import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminPreorders, type PickList } from '#contract/preorders/admin-preorders.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'

type ListQuery = { event_id: string; store_id: string }
type Tick = { orderId: number; productId: number; isPicked: boolean }

/** Ticks are shown at once, also on a slow network; a failure takes them back. */
export function usePickedItems(query: ListQuery): (tick: Tick) => void {
  const cache = useQueryClient()
  const notifyFailure = useFailureNotice()
  const key = queryKey(adminPreorders.pickList, { query })
  const putTick = ({ orderId, productId, isPicked }: Tick) =>
    cache.setQueryData<PickList>(
      key,
      shown =>
        shown && {
          ...shown,
          orders: shown.orders.map(order =>
            order.id === orderId
              ? {
                  ...order,
                  items: order.items.map(item => (item.id === productId ? { ...item, picked: isPicked } : item)),
                }
              : order,
          ),
        },
    )
  const { mutate } = useMutation({
    mutationFn: ({ orderId, productId, isPicked }: Tick) => {
      const place = { event_id: Number(query.event_id), store_id: Number(query.store_id) }
      const items = [{ order_id: orderId, product_id: productId }]
      return callApi(adminPreorders.markPicked, { body: { ...place, items, picked: isPicked } })
    },
    onMutate: async tick => {
      await cache.cancelQueries({ queryKey: key })
      putTick(tick)
    },
    onError: (error, tick) => {
      notifyFailure(error)
      putTick({ ...tick, isPicked: !tick.isPicked })
    },
  })
  return mutate
}
