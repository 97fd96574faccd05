import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { eraseStored, readStored, storedChanges, writeStored } from '#web/kit/api/browser-storage.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { preorderPath } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'
import { ownPreordersQuery, preorderQuery } from './queries.ts'

// The id of the order whose booking request has no response yet. It survives a reload and a lost network.
const KEY = 'preorder-booking'

const changes = storedChanges()
const notedBooking = (): number | null => Number(readStored(KEY)) || null

export function noteBooking(orderId: number): void {
  writeStored(KEY, String(orderId))
  changes.tell()
}

export function forgetBooking(): void {
  eraseStored(KEY)
  changes.tell()
}

/** Whether the order was booked, though the response was lost. */
export const wasBooked = ({ status, booked_at: bookedAt }: Pick<Preorder, 'status' | 'booked_at'>): boolean =>
  bookedAt !== null && status !== 'checkout'

/**
 * A booking without a response: once its order is no longer at checkout, the server is asked whether it was booked. Until then
 * the choices must not be ordered again. `isAsking` blocks the page meanwhile.
 */
export function useUnsureBooking(current: Order | null | undefined): { isAsking: boolean } {
  const { finish } = useBooked()
  const id = useSyncExternalStore(changes.subscribe, notedBooking)
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
      // By hand: the booking may be known without its call's response.
      const stale = [ownPreordersQuery.queryKey, preorderQuery(id).queryKey, preorderQuery(changedId ?? id).queryKey]
      await Promise.all(stale.map(queryKey => client.invalidateQueries({ queryKey })))
    },
  }
}
