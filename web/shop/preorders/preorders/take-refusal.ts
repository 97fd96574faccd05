import * as z from 'zod/mini'
import type { QueryClient } from '@tanstack/react-query'
import { hasCode } from '#web/kit/api/api-error.ts'
import { leftQuery } from './queries.ts'

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
  void client.invalidateQueries({ queryKey })
  return true
}
