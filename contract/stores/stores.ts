import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/values.ts'

const clockTime = z.nullable(z.string().check(z.regex(/^\d\d:\d\d$/)))

const openingSpan = z.nullable(z.object({ from: instant, until: instant }))

export const store = z.object({
  id,
  name: z.string(),
  address: z.string(),
  /** Null: unknown; the store is in no list of distances. */
  location: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  /** Today's hours in the store's time zone; null when closed all day or always open. */
  opens_at: clockTime,
  closes_at: clockTime,
  always_open: z.boolean(),
  is_open: z.boolean(),
  /** When `is_open` changes next; null: never. */
  changes_at: z.nullable(instant),
  /** The time in which someone is in the store now, else the next one within two weeks; null: none. */
  staffed: openingSpan,
  /** The same of the time in which alcohol is sold, which is within it. */
  alcohol_sold: openingSpan,
  time_zone: z.string(),
  has_lock: z.boolean(),
  enable_preorders: z.boolean(),
  test_payment: z.boolean(),
  /** Age-restricted goods are sold here. */
  sells_age_restricted: z.boolean(),
})
export type Store = z.output<typeof store>

const degreesSchema = (limit: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,20})?$/)), z.transform(Number)),
    z.number().check(z.minimum(-limit), z.maximum(limit)),
  )

export const stores = {
  list: endpoint({
    method: 'GET',
    path: 'stores',
    description: 'The published stores, by name. Has an ETag.',
    access: 'shopper',
    reads: ['stores'],
    answer: z.array(store),
    errors: ['session.required', 'session.unverified'],
    raw: true,
  }),
  distances: endpoint({
    method: 'GET',
    path: 'stores/distance',
    description: 'How far each store with a known position is, in metres.',
    access: 'shopper',
    reads: [],
    query: z.object({ latitude: degreesSchema(90), longitude: degreesSchema(180) }),
    answer: z.array(z.object({ id, distance: z.int() })),
    errors: ['session.required', 'session.unverified'],
  }),
}
