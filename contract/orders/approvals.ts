import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { id, instant, longId, longPathId, nothing, quantity } from '#contract/values.ts'
import { APPROVAL_STATES } from '#domain/orders/age-approval.ts'

const params = z.object({ id: longPathId })
const approval = z.object({
  state: z.enum(APPROVAL_STATES),
  /** When a request that waits times out. */
  expires_at: z.nullable(instant),
  /** When these goods are next sold; null: they are sold now, or not within two weeks. */
  sold_from: z.nullable(instant),
})
export type ApprovalAnswer = z.output<typeof approval>

const approvalRequest = z.object({
  order_id: longId,
  store: z.object({ id, name: z.string(), time_zone: z.string() }),
  requested_at: instant,
  expires_at: instant,
  state: z.enum(['waiting', 'approved', 'refused', 'timedOut']),
  /** The caller is the shopper: another person must decide. */
  is_own: z.boolean(),
  /** Only those with a minimum age. */
  goods: z.array(z.object({ name: z.string(), quantity, unit: z.string(), min_age: z.nullable(z.int()) })),
})
export type ApprovalRequest = z.output<typeof approvalRequest>

const NEEDS_SHOPPER = ['session.required', 'session.unverified', 'notFound'] as const

export const approvals = {
  get: endpoint({
    method: 'GET',
    path: 'orders/:id/approval',
    description:
      'Whether a person in the store has approved that the caller’s order with age-restricted goods is paid.',
    access: 'shopper',
    reads: [],
    params,
    answer: approval,
    errors: NEEDS_SHOPPER,
  }),
  request: endpoint({
    method: 'POST',
    path: 'orders/:id/approval',
    description: 'Asks those in the store for it, unless it was asked, given or refused already.',
    access: 'shopper',
    touches: [],
    params,
    answer: approval,
    errors: [...NEEDS_SHOPPER, 'csrf.invalid', 'rate.limited'],
  }),
  list: endpoint({
    method: 'GET',
    path: 'admin/approvals',
    description: 'The requests of the last ten minutes in the caller’s stores, the oldest first.',
    access: 'helper',
    stores: { filter: 'all' },
    reads: ['adminOrders'],
    answer: z.array(approvalRequest),
    errors: FOR_ADMINS,
  }),
  decide: endpoint({
    method: 'PUT',
    path: 'admin/approvals/:id',
    description:
      'Approves or refuses an order, by its id. The first decision is final: `approval.decided` has it as `decision`. Only a person in the store may decide, and not about an own order.',
    access: 'helper',
    stores: { record: 'order', at: 'params.id' },
    touches: ['adminOrders'],
    params,
    body: z.strictObject({ is_approved: z.boolean() }),
    answer: nothing,
    errors: [
      ...CHANGED_BY_ADMINS,
      'notFound',
      'approval.decided',
      'approval.over',
      'approval.own',
      'approval.notOnStaff',
    ],
  }),
}
