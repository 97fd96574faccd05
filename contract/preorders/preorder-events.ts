import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, pathId, quantity } from '#contract/values.ts'

const eventItem = z.object({
  product_id: id,
  /** The quantity that the caller can still book; null: unlimited. */
  remaining: z.nullable(quantity),
  /** The most that one shopper may have booked in the event; null: unlimited. */
  per_shopper: z.nullable(quantity),
  /** The quantity that the caller has booked of a product limited per shopper; otherwise 0. */
  own: quantity,
})

/** An event whose goods are ordered in advance and picked up from the start to the end date (yyyy-mm-dd). */
export const preorderEvent = z.object({
  id,
  name: z.string(),
  description: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  /** In the active store; in the event's first store when the caller has selected none of them. */
  order_until: instant,
  /** Where its goods can be picked up: published stores that take pre-orders. */
  stores: z.array(z.object({ id, name: z.string() })),
  preorder_event_items: z.array(eventItem),
})
export type PreorderEvent = z.output<typeof preorderEvent>

export const preorderEvents = {
  list: endpoint({
    method: 'GET',
    path: 'preorder-events',
    description: 'The events that take orders now, the soonest first.',
    access: 'shopper',
    reads: ['events'],
    answer: z.array(preorderEvent),
    errors: ['session.required', 'session.unverified'],
  }),
  remaining: endpoint({
    method: 'GET',
    path: 'preorder-events/:id/remaining',
    description: 'What is left of an event’s products, at most a second old.',
    access: 'shopper',
    reads: ['events'],
    params: z.object({ id: pathId }),
    answer: z.array(eventItem),
    errors: ['session.required', 'session.unverified', 'notFound'],
    recentSession: true,
  }),
}
