import { useQuery } from '@tanstack/react-query'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { queryOf } from '#web/kit/api/query-of.ts'

/** All events to choose from, latest first. */
export const useEventChoices = () => useQuery(queryOf(adminPreorderEvents.choices)).data

/** The event's state in each store; sends no request until an event is chosen. */
export const useEventState = (eventId: string) =>
  useQuery({
    ...queryOf(adminPreorders.event, { params: { id: eventId } }),
    enabled: eventId !== '',
    meta: { showsOwnError: true },
  })
