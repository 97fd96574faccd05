import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { users } from '#contract/accounts/users.ts'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { losesQuantities } from '#domain/preorders/preorder-basket.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'

/** The event that is ordered from: the shopper's, or the only one. */
function findEvent(
  events: readonly PreorderEvent[] | undefined,
  activeId: number | null | undefined,
): PreorderEvent | undefined {
  return events?.find(({ id }) => id === activeId) ?? (events?.length === 1 ? events[0] : undefined)
}

/** Stores on the server which event the user orders from. */
function useChooseEvent() {
  const notifyFailure = useFailureNotice()
  const { storeUser } = useSession()
  return useMutation({
    mutationFn: (id: number) => callApi(users.update, { body: { activePreorderEventId: id } }),
    onSuccess: user => storeUser(user),
    onError: error => notifyFailure(error, 'preorder-event'),
  })
}

/** The event that is ordered from, and the choice of another, which must be confirmed if it would discard quantities. */
export function useActiveEvent(events: readonly PreorderEvent[] | undefined) {
  const { user } = useSession()
  const { mutate, isPending } = useChooseEvent()
  const [pendingEvent, setPendingEvent] = useState<PreorderEvent>()
  const event = findEvent(events, user?.activePreorderEventId)
  const unsavedId = event !== undefined && event.id !== user?.activePreorderEventId ? event.id : undefined
  const saveChoice = useEffectEvent((id: number) => mutate(id))
  useEffect(() => {
    // Without a network the event is used all the same, and saved at a later visit.
    if (unsavedId !== undefined && navigator.onLine) saveChoice(unsavedId)
  }, [unsavedId])
  const switchTo = (chosen: PreorderEvent) => {
    setPendingEvent(undefined)
    mutate(chosen.id)
  }
  return {
    event,
    isBusy: isPending && unsavedId === undefined,
    choose: (chosen: PreorderEvent) => {
      const { basket, eventId } = preorderBasketStore
      if (losesQuantities(basket(), eventId(), chosen.id)) setPendingEvent(chosen)
      else switchTo(chosen)
    },
    /** The event whose choice waits for the shopper's confirmation. */
    pendingEvent,
    confirm: () => pendingEvent && switchTo(pendingEvent),
    cancel: () => setPendingEvent(undefined),
  }
}

export type EventChoiceView = ReturnType<typeof useActiveEvent>
