import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { pathId } from '#contract/values.ts'

/** Not in terminals.ts, whose schemas are large: shoppers' phones call it. */
export const waysToPay = {
  get: endpoint({
    method: 'GET',
    path: 'stores/:id/ways-to-pay',
    description:
      'How shoppers can pay in a published store: the names of its apps, and whether it has terminals. `is_terminal_down`: none of the terminals has answered for a while, and keepers are called; without apps, no one can pay now.',
    access: 'shopper',
    reads: ['stores', 'terminals'],
    params: z.object({ id: pathId }),
    answer: z.object({ apps: z.array(z.string()), has_terminal: z.boolean(), is_terminal_down: z.boolean() }),
    errors: ['session.required', 'session.unverified', 'store.notFound'],
  }),
}
