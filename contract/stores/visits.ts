import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery, pageSchema } from '#contract/lists.ts'
import { id, instant, longId, pathId } from '#contract/values.ts'

const visit = z.object({
  id: longId,
  created_at: instant,
  store: z.object({ id, name: z.string(), time_zone: z.string() }),
  user: z.object({ id, email: z.string(), phone: z.nullable(z.string()) }),
  /** The visitor's codes as the lock's own log names them; never the digits that open the door. */
  door_codes: z.array(z.string()),
})
export type Visit = z.output<typeof visit>

export const visits = {
  list: endpoint({
    method: 'GET',
    path: 'admin/visits/:date',
    summary: 'Who chose a store or got a code for its door on a day by the store’s own clock. The newest first.',
    access: 'admin',
    reads: [],
    params: z.object({ date: day }),
    query: listQuery(['at', 'store', 'user'], { store: z.optional(pathId) }),
    answer: pageSchema(visit),
    errors: FOR_ADMINS,
  }),
}
