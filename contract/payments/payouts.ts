import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, yesOrNo } from '#contract/lists.ts'
import { euros, freeText, id, instant, longId, nothing, pathId } from '#contract/values.ts'
import { FINDINGS } from '#domain/payments/settlements/match-lines.ts'

const payout = z.object({
  id,
  /** As people call the provider. */
  provider: z.string(),
  /** The provider's name for it: a batch, or a settlement with its bank reference. */
  reference: z.string(),
  /** yyyy-mm-dd */
  paid_on: z.string(),
  currency: z.string(),
  /** What shoppers paid less what was returned to them. */
  gross: euros,
  fees: euros,
  /** Gross less fees. */
  net: euros,
  /** What the report says was paid to the bank; null: it doesn't say, or the caller may see a part of the stores. */
  paid: z.nullable(euros),
  lines: z.int(),
  /** Lines that differ from what the shop has. */
  differences: z.int(),
  uploaded_at: instant,
})
export type Payout = z.output<typeof payout>

export const SETTLEMENT_KINDS = ['payment', 'refund', 'fee', 'other'] as const

const kindSum = z.object({
  kind: z.enum(SETTLEMENT_KINDS),
  count: z.int(),
  amount: euros,
  fees: euros,
  /** The payments and refunds that the shop has of these lines. */
  shop_count: z.int(),
  shop_amount: euros,
})
const payoutWithSums = z.extend(payout, { kinds: z.array(kindSum) })
export type PayoutWithSums = z.output<typeof payoutWithSums>

const line = z.object({
  id: longId,
  kind: z.enum(SETTLEMENT_KINDS),
  /** The provider's word for it. */
  type: z.string(),
  reference: z.string(),
  day: z.nullable(z.string()),
  amount: euros,
  currency: z.string(),
  fee: euros,
  net: euros,
  /** Null: it is as the shop has it. */
  finding: z.nullable(z.enum(FINDINGS)),
  order_id: z.nullable(longId),
  /** What the shop has; null: nothing. */
  shop_amount: z.nullable(euros),
  store: z.nullable(z.string()),
})
export type PayoutLine = z.output<typeof line>

const unsettled = z.object({
  /** Of the payment, or of the refund. */
  id: longId,
  kind: z.enum(['payment', 'refund']),
  provider: z.string(),
  order_id: longId,
  store: z.string(),
  /** Negative for a refund. */
  amount: euros,
  /** When its outcome was known. */
  at: instant,
  /** The provider's id of it, if it is known. */
  reference: z.string(),
})
export type UnsettledMove = z.output<typeof unsettled>

const SEEN_BY = { access: 'bookkeeper', stores: { filter: 'all' }, reads: ['closings'] } as const
const params = z.object({ id: pathId })

export const payouts = {
  list: endpoint({
    method: 'GET',
    path: 'admin/payouts',
    description:
      'The payouts of payment providers, from their reports: gross, fees, net, and how many lines differ from the payments and refunds of the shop. Those with a right in some stores see the lines of these.',
    ...SEEN_BY,
    query: listQuery(['paid_on'], { differs: z.optional(yesOrNo) }),
    answer: pageSchema(payout),
    errors: FOR_ADMINS,
  }),
  unsettled: endpoint({
    method: 'GET',
    path: 'admin/payouts/unsettled',
    description:
      'Payments and refunds that are in no uploaded report, although a payout of their provider came a week or more after them. Those before the first report are left out.',
    ...SEEN_BY,
    query: listQuery(['at'], {}),
    answer: pageSchema(unsettled),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/payouts/:id',
    description: 'A payout, with what its report and the shop have of each kind of line.',
    ...SEEN_BY,
    params,
    answer: payoutWithSums,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  lines: endpoint({
    method: 'GET',
    path: 'admin/payouts/:id/lines',
    description: 'The lines of a payout, each with what differs from what the shop has.',
    ...SEEN_BY,
    params,
    query: listQuery(['id'], { differs: z.optional(yesOrNo) }),
    answer: pageSchema(line),
    errors: FOR_ADMINS,
  }),
  upload: endpoint({
    method: 'POST',
    path: 'admin/payouts',
    description:
      'Stores the lines of a provider’s report, CSV or JSON, which it recognises by its headings. Finds the payment or refund of each. What is stored already stays as it is. A file that is no such report: 422 with `problem`, and where it is with `row` and `column`.',
    access: 'bookkeeper',
    stores: { filter: 'all' },
    touches: ['closings', 'auditLog'],
    query: z.strictObject({ name: z.optional(freeText.check(z.maxLength(200))) }),
    upload: { types: ['text/csv', 'application/octet-stream'], maxBytes: 10_000_000 },
    answer: z.object({
      provider: z.string(),
      payouts: z.int(),
      lines: z.int(),
      /** Lines that were not stored before. */
      new_lines: z.int(),
      /** Of these payouts. */
      differences: z.int(),
    }),
    errors: [...CHANGED_BY_ADMINS, 'payout.unreadable', 'payout.allStores'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/payouts/:id',
    description: 'Removes a payout and its lines, such as those of a wrong file. The report can be uploaded again.',
    access: 'bookkeeper',
    stores: { filter: 'all' },
    touches: ['closings', 'auditLog'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'payout.allStores'],
  }),
}
