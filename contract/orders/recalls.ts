import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, nothing, pathId } from '#contract/values.ts'

const ownRecall = z.object({
  id,
  product: z.string(),
  /** What is wrong, and what to do. */
  reason: z.string(),
  /** The lots or dates on the package; empty: all. */
  lots: z.string(),
  /** Days of sale, yyyy-mm-dd; null: from the first sale, or until the recall began. */
  sold_from: z.nullable(z.string()),
  sold_until: z.nullable(z.string()),
  started_at: instant,
  /** False: the caller’s package may be of another lot; its number is on it. */
  is_certain: z.boolean(),
  /** Something that was paid for can be refunded, and was not asked for yet. */
  can_request_refund: z.boolean(),
})
export type OwnRecall = z.output<typeof ownRecall>

const shopperErrors = ['session.required', 'session.unverified'] as const

export const recalls = {
  list: endpoint({
    method: 'GET',
    path: 'recalls',
    description: 'The recalls of what the caller bought or pre-ordered, until each is confirmed.',
    access: 'shopper',
    reads: ['recalls'],
    answer: z.array(ownRecall),
    errors: shopperErrors,
  }),
  confirm: endpoint({
    method: 'POST',
    path: 'recalls/:id/confirm',
    description:
      'Confirms that the caller has read a recall, and optionally requests a refund. A repeated call changes nothing.',
    access: 'shopper',
    touches: ['recalls'],
    params: z.object({ id: pathId }),
    body: z.strictObject({ wants_refund: z.boolean() }),
    answer: nothing,
    errors: [...shopperErrors, 'csrf.invalid', 'notFound'],
  }),
}
