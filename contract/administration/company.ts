import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/values.ts'

export const operator = {
  get: endpoint({
    method: 'GET',
    path: 'operator',
    description:
      'The company that runs the stores, its contact details, and the terms of purchase in the requested language.',
    access: 'anyone',
    reads: ['company'],
    answer: z.object({
      name: z.string(),
      business_id: z.string(),
      address: z.string(),
      email: z.string(),
      phone: z.string(),
      terms: z.object({ id, title: z.string(), paragraphs: z.array(z.string()) }),
    }),
    errors: [],
  }),
}
