import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/values.ts'

const letterChoice = z.strictObject({
  /** About the day, once the stores have closed. */
  evening: z.boolean(),
  /** About the week before, on Mondays. */
  monday: z.boolean(),
  /** Null: all stores in which the person is an admin or a keeper at the time. */
  store_id: z.nullable(id),
})
export type LetterChoice = z.output<typeof letterChoice>

export const letters = {
  get: endpoint({
    method: 'GET',
    path: 'admin/letters',
    description: 'Which letters about sales the caller gets by email.',
    access: 'keeper',
    stores: { shopWide: 'The choice is the caller’s own.' },
    reads: ['letters'],
    answer: letterChoice,
    errors: FOR_ADMINS,
  }),
  save: endpoint({
    method: 'PUT',
    path: 'admin/letters',
    description:
      'Chooses which letters the caller gets: one of the evening, sent a quarter of an hour after the last store closes, at 22:00 at the latest, and one of the week, on Mondays at 7:00.',
    access: 'keeper',
    stores: { store: 'body.store_id', otherwise: 'The letter is about all the caller’s stores.' },
    touches: ['letters'],
    body: letterChoice,
    answer: letterChoice,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
}
