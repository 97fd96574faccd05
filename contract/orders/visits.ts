import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, filterCounts, listQuery, listSums, pageSchema, yesOrNo } from '#contract/lists.ts'
import { paymentApp } from '#contract/payments/unresolved-payments.ts'
import { euros, id, instant, longId, longPathId, pathId } from '#contract/values.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { ATTEMPT_STATES } from '#domain/payments/attempt-states.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment-method.ts'
import { VISIT_BEGINNINGS } from '#domain/stores/visit.ts'

const visit = z.object({
  id: longId,
  created_at: instant,
  store: z.object({ id, name: z.string(), time_zone: z.string() }),
  user: z.object({ id, email: z.string(), phone: z.nullable(z.string()) }),
  /** The visitor's codes as the lock's own log names them; never the digits that open the door. */
  door_codes: z.array(z.string()),
  began_by: z.enum(VISIT_BEGINNINGS),
  /** What was placed or paid during the visit, the oldest first. */
  orders: z.array(
    z.object({
      id: longId,
      status: z.enum(ORDER_STATUSES),
      total_amount: euros,
      is_paid: z.boolean(),
      is_cancelled: z.boolean(),
    }),
  ),
})
export type Visit = z.output<typeof visit>

const paidOrder = z.object({ id: longId, paid_at: instant, total_amount: euros })

/** What happened, in order of time. */
const visitMoment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('began'), at: instant }),
  z.object({ kind: z.literal('door_code'), at: instant, name: z.string() }),
  z.object({
    kind: z.literal('checkout'),
    at: instant,
    order_id: longId,
    total_amount: euros,
    lines: z.array(
      z.object({ name: z.string(), unit: z.string(), quantity_thousandths: z.int(), total_amount: euros }),
    ),
  }),
  z.object({
    kind: z.literal('payment'),
    at: instant,
    order_id: longId,
    state: z.enum(ATTEMPT_STATES),
    method: z.enum(PAYMENT_METHODS),
    /** Null at a terminal. */
    app: z.nullable(paymentApp),
    amount: euros,
    terminal_name: z.string(),
  }),
  z.object({ kind: z.literal('receipt'), at: instant, order_id: longId }),
  z.object({ kind: z.literal('cancelled'), at: instant, order_id: longId }),
])
export type VisitMoment = z.output<typeof visitMoment>

const visitDetails = z.extend(visit, {
  last_at: instant,
  moments: z.array(visitMoment),
  /** The one message of this visit, which asks whether something stayed unpaid. */
  question: z.nullable(
    z.object({
      at: instant,
      by: z.nullable(z.string()),
      /** What the shopper paid first in this store after the message. */
      paid_afterwards: z.nullable(paidOrder),
    }),
  ),
})
export type VisitDetails = z.output<typeof visitDetails>

const params = z.object({ id: longPathId })

export const visits = {
  list: endpoint({
    method: 'GET',
    path: 'admin/visits/:date',
    description:
      'The visits of a day by the store’s own clock: who got a code for the door, started shopping or chose the store. The newest first.',
    access: 'keeper',
    stores: { filter: 'query.store' },
    reads: ['adminOrders', 'visits'],
    params: z.object({ date: day }),
    query: listQuery(['at', 'store', 'user'], {
      store: z.optional(pathId),
      /** Whether an order of the visit was paid. */
      purchase: z.optional(yesOrNo),
    }),
    answer: z.extend(pageSchema(visit), { sums: listSums, counts: filterCounts }),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/visit/:id',
    description: 'A visit with what happened, in order of time, and what came of the message to the shopper.',
    access: 'keeper',
    stores: { record: 'visit', at: 'params.id' },
    reads: ['adminOrders', 'visits'],
    params,
    answer: visitDetails,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  notify: endpoint({
    method: 'POST',
    path: 'admin/visit/:id/message',
    description:
      'Asks the shopper by email and push whether something stayed unpaid. One message a visit: a second call sends nothing.',
    access: 'keeper',
    stores: { record: 'visit', at: 'params.id' },
    touches: ['visits', 'auditLog'],
    params,
    answer: visitDetails,
    errors: [...FOR_ADMINS, 'csrf.invalid', 'notFound'],
  }),
}
