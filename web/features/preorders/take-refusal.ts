import { preorderEvents } from '#contract/preorder-events.ts'
import * as z from 'zod/mini'
import type { QueryClient } from '@tanstack/react-query'
import { hasCode } from '#web/api/api-error.ts'
import { leftQuery } from './queries.ts'

const told = z.object({ items: preorderEvents.left.answer })

/** "Sold out" tells what is left of each product: the lines show it at once. True for such a refusal. */
export function takeSoldOut(client: QueryClient, eventId: number, error: unknown): boolean {
  if (!hasCode(error, 'preorder.soldOut')) return false
  const { queryKey } = leftQuery(eventId)
  const { data } = told.safeParse(error.body)
  if (data) {
    const isTold = new Set(data.items.map(({ product_id: id }) => id))
    client.setQueryData(queryKey, known => [
      ...(known ?? []).filter(({ product_id: id }) => !isTold.has(id)),
      ...data.items,
    ])
  }
  void client.invalidateQueries({ queryKey })
  return true
}
