import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { id, instant, nothing, pathId } from '#contract/values.ts'

const params = z.object({ id: pathId })
const staffedStore = z.object({
  id,
  name: z.string(),
  time_zone: z.string(),
  sells_age_restricted: z.boolean(),
  /** Until when the caller is there, by their own press; null: they are not. */
  present_until: z.nullable(instant),
  /** How many others are there by theirs. */
  others: z.int(),
  /** The time in which someone is there now, else the next one within two weeks; null: none. */
  staffed: z.nullable(z.object({ from: instant, until: instant })),
})
export type StaffedStore = z.output<typeof staffedStore>

export const presence = {
  list: endpoint({
    method: 'GET',
    path: 'admin/presence',
    description: 'The stores in which the caller may say that they are there, and who is.',
    access: 'helper',
    stores: { filter: 'all' },
    reads: ['stores'],
    answer: z.array(staffedStore),
    errors: FOR_ADMINS,
  }),
  begin: endpoint({
    method: 'PUT',
    path: 'admin/stores/:id/presence',
    description: 'The caller is in the store from now on, until closing time, for at most four hours.',
    access: 'helper',
    stores: { store: 'params.id' },
    touches: ['stores'],
    params,
    answer: z.object({ until: instant }),
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: 'admin/stores/:id/presence',
    description: 'The caller is no longer in the store.',
    access: 'helper',
    stores: { store: 'params.id' },
    touches: ['stores'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
}
