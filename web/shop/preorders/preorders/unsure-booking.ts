import type { Order } from '#contract/orders/orders.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { hasCode } from '#web/kit/api/api-error.ts'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { storedChanges } from '#web/kit/api/stored-changes.ts'
import { preorderQuery } from './queries.ts'
import { useBooked } from './use-booked.ts'

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
