import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { type Takeable, takeable } from '#domain/preorders/preorder-basket.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { leftQuery, preorderQuery } from './queries.ts'
import { useChangedId } from './use-preorder-basket.ts'

type Item = PreorderEvent['preorder_event_items'][number]

/** How much of each product this shopper can book now (the pre-order that is being changed counts as free), and the limits per shopper. */
export function useTakeable(event: PreorderEvent | undefined): { most: Takeable; items: ReadonlyMap<number, Item> } {
  const { data: asked } = useQuery({ ...leftQuery(event?.id ?? 0), enabled: event !== undefined })
  const changedId = useChangedId()
  const { data: changed } = useQuery({
    ...preorderQuery(changedId ?? 0),
    enabled: changedId !== null,
    meta: { isBackground: true },
  })
  const held = changedId === null ? undefined : changed?.order_items
  const left = asked ?? event?.preorder_event_items
  return useMemo(
    () => ({ most: takeable(left ?? [], held), items: new Map((left ?? []).map(item => [item.product_id, item])) }),
    [left, held],
  )
}
