import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { id, nothing } from '#contract/values.ts'

/** Not in stores.ts: only the basket calls it. */
export const shopping = {
  start: endpoint({
    method: 'POST',
    path: 'visit',
    description: 'The caller starts shopping in the active store, or goes on: begins a visit, or continues it.',
    access: 'shopper',
    touches: [],
    answer: nothing,
    errors: ['csrf.invalid', 'session.required', 'session.unverified'],
  }),
  scanAlcohol: endpoint({
    method: 'POST',
    path: 'visit/alcohol',
    description:
      'The caller has scanned alcohol in the active store: in the hours in which it is sold, so that it may be paid for after them.',
    access: 'shopper',
    touches: [],
    body: z.strictObject({ product_id: id }),
    answer: nothing,
    errors: ['csrf.invalid', 'session.required', 'session.unverified'],
  }),
}
