import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, languageCode } from './values.ts'

export const languages = {
  list: endpoint({
    method: 'GET',
    path: 'languages',
    description: 'The languages of the interface; the first is the fallback.',
    access: 'anyone',
    reads: ['languages'],
    answer: z.array(z.object({ id, code: languageCode, name: z.string() })),
    errors: [],
  }),
}
