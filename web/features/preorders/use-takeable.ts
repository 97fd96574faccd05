import type { PreorderEvent } from '#contract/preorder-events.ts'
import { type Takeable, takeable } from '#domain/preorder-basket.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { leftQuery, preorderQuery } from './queries.ts'
import { useChangedId } from './use-preorder-basket.ts'

/** How much of each product this shopper can have now. What the pre-order holds that is being changed counts as free. */
export function useTakeable(event: PreorderEvent | undefined): Takeable {
  const { data: asked } = useQuery({ ...leftQuery(event?.id ?? 0), enabled: event !== undefined })
  const changedId = useChangedId()
  const { data: changed } = useQuery({
    ...preorderQuery(changedId ?? 0),
    enabled: changedId !== null,
    meta: { showsOwnError: true },
  })
  const held = changedId === null ? undefined : changed?.order_items
  const left = asked ?? event?.preorder_event_items
  return useMemo(() => takeable(left ?? [], held), [left, held])
}
