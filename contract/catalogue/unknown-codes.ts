import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { nothing } from '#contract/values.ts'

export const unknownCodes = {
  report: endpoint({
    method: 'POST',
    path: 'unknown-codes',
    description: 'Reports a barcode that no product sold in the store has. Counted once a day; repeats are harmless.',
    access: 'shopper',
    touches: ['home'],
    // Codes as scanners return them: mostly digits, sometimes a few letters. The store is the caller's active one.
    body: z.strictObject({ code: z.string().check(z.regex(/^[0-9A-Za-z]{4,48}$/)) }),
    answer: nothing,
    errors: ['csrf.invalid', 'session.required', 'session.unverified', 'store.required'],
  }),
}
