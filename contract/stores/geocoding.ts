import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { freeText } from '#contract/values.ts'

export const storeSetup = {
  get: endpoint({
    method: 'GET',
    path: 'admin/store-setup',
    description: 'Which of these are available for stores: a map, address search, test payment.',
    access: 'admin',
    reads: [],
    answer: z.object({
      /** Contains {z}, {x} and {y}; null when there is no map. */
      tile_url: z.nullable(z.string()),
      tile_attribution: z.string(),
      has_address_search: z.boolean(),
      has_test_payment: z.boolean(),
    }),
    errors: FOR_ADMINS,
  }),
  findAddress: endpoint({
    method: 'GET',
    path: 'admin/address-search',
    description: 'The coordinates of an address from the configured geocoder, the best matches first.',
    access: 'admin',
    reads: [],
    query: z.strictObject({ q: freeText.check(z.minLength(3), z.maxLength(200)) }),
    answer: z.array(z.object({ label: z.string(), latitude: z.number(), longitude: z.number() })),
    errors: [...FOR_ADMINS, 'geocoder.none', 'geocoder.timeout', 'geocoder.failed'],
  }),
}
