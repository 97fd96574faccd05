import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { euros, lineText, longId, longPathId, pathId } from '#contract/values.ts'
import { HELP_SCREENS, HELP_STATES } from '#domain/operations/duty/help.ts'

const params = z.object({ id: pathId })
const NEEDS_SHOPPER = ['session.required', 'session.unverified'] as const

export const help = {
  get: endpoint({
    method: 'GET',
    path: 'stores/:id/help',
    description: 'How a shopper in a published store gets help: its phone, or the company’s, and its own text.',
    access: 'shopper',
    reads: [],
    params,
    answer: z.object({
      phone: z.nullable(z.string()),
      /** In the caller’s language if the store has it. */
      text: z.nullable(z.string()),
    }),
    errors: [...NEEDS_SHOPPER, 'notFound'],
  }),
  request: endpoint({
    method: 'POST',
    path: 'stores/:id/help',
    description:
      'Calls those on duty for a store, or joins the call that is open there. `help.nobodyOnDuty`: no one can be called now.',
    access: 'shopper',
    touches: [],
    params,
    body: z.strictObject({
      screen: z.enum(HELP_SCREENS),
      /** What the basket or the order costs. */
      basket_amount: euros.check(z.minimum(0), z.maximum(1_000_000)),
      /** The code of the last error that the shopper saw; an unknown one is not passed on. */
      last_error: z.optional(lineText.check(z.maxLength(60))),
    }),
    answer: z.object({ call_id: longId }),
    errors: [...NEEDS_SHOPPER, 'csrf.invalid', 'notFound', 'rate.limited', 'help.nobodyOnDuty'],
  }),
  state: endpoint({
    method: 'GET',
    path: 'help-calls/:id',
    description: 'Whether a person on duty has acknowledged a call for help.',
    access: 'shopper',
    reads: [],
    params: z.object({ id: longPathId }),
    answer: z.object({ state: z.enum(HELP_STATES) }),
    errors: [...NEEDS_SHOPPER, 'notFound'],
  }),
}
