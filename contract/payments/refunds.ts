import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { euros, freeText, id, instant, longId, longPathId, quantity } from '#contract/values.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment-method.ts'
import { REFUND_FAILURE_ENDS, REFUND_STATES } from '#domain/payments/refund-states.ts'
import { paymentApp } from './unresolved-payments.ts'

const refundReason = freeText.check(z.minLength(1), z.maxLength(500))
const labelAmounts = z.nullable(z.array(euros))

/** A line of the order, and how much of it was refunded, or may have been. `amounts`: those of its price labels. */
const refundableLine = z.object({
  order_line_id: longId,
  product_id: id,
  name: z.string(),
  unit: z.string(),
  quantity,
  amount: euros,
  amounts: labelAmounts,
  refunded_quantity: quantity,
  refunded_amount: euros,
  refunded_amounts: labelAmounts,
})

export const refund = z.object({
  id: longId,
  order_id: longId,
  /** `reversal`: the shop automatically returns money taken for an order that no longer awaited payment. */
  kind: z.enum(['refund', 'reversal']),
  /** UNRESOLVED needs an admin; DONE returned the money, REFUSED and NOT_PROCESSED did not; the others are under way. */
  state: z.enum(REFUND_STATES),
  /** How the order was paid, which is how the money is returned. */
  method: z.enum(PAYMENT_METHODS),
  /** Null for a terminal. */
  app: z.nullable(paymentApp),
  amount: euros,
  vat_by_rate: z.array(z.object({ vat: z.number(), gross: euros, net: euros, tax: euros })),
  lines: z.array(z.object({ order_line_id: longId, quantity, amount: euros, amounts: labelAmounts })),
  reason: z.string(),
  /** Null for a reversal. */
  requested_by: z.nullable(z.object({ id, email: z.string() })),
  return_stock: z.boolean(),
  /** No goods come back: the amount reduces the price of all that the shopper keeps, so its lines have the quantity 0. */
  is_free_sum: z.boolean(),
  created_at: instant,
  sent_at: z.nullable(instant),
  outcome_at: z.nullable(instant),
  /** Why it was refused, or did not reach the terminal. */
  detail: z.nullable(z.string()),
  /** The source of the outcome. */
  reported_by: z.nullable(z.enum(['terminal', 'admin'])),
  /** After it was done, the payment service reported that the money was not returned. `settled_as` null: an admin must return it. */
  failure: z.nullable(
    z.object({
      event: z.string(),
      reason: z.string(),
      failed_at: instant,
      settled_as: z.nullable(z.enum(REFUND_FAILURE_ENDS)),
      settled_at: z.nullable(instant),
    }),
  ),
  receipt_text: z.nullable(z.string()),
  merchant_receipt_text: z.nullable(z.string()),
})
export type Refund = z.output<typeof refund>

const orderRefunds = z.object({
  order_id: longId,
  /** The order was paid neither at a terminal nor in an app, so neither can refund it. */
  by_hand: z.boolean(),
  /** How it was paid; null for an order that is not paid. */
  method: z.nullable(z.enum(PAYMENT_METHODS)),
  /** Null unless it was paid in an app. */
  app: z.nullable(paymentApp),
  /** 0 for an order that is not paid. */
  paid_amount: euros,
  /** The amount that refunds returned, or may have; sent to `ask` as the value that the admin saw. */
  refunded_amount: euros,
  lines: z.array(refundableLine),
  /** What the caller may refund in free sums on a day, and what is left of it today, over all orders. Null: any amount. */
  free_sum_limit: z.nullable(z.object({ amount: euros, left: euros })),
  refunds: z.array(refund),
})
export type OrderRefunds = z.output<typeof orderRefunds>

const lineInput = z.strictObject({
  order_line_id: longId,
  /** Everything that is left when both this and `amounts` are absent. */
  quantity: z.optional(z.number()),
  /** The price labels to refund; only for lines that have them. */
  amounts: z.optional(z.array(z.number()).check(z.minLength(1), z.maxLength(200))),
})

export const refunds = {
  listByOrder: endpoint({
    method: 'GET',
    path: 'admin/orders/:id/refunds',
    description: 'What can be refunded of an order, and its refunds.',
    access: 'keeper',
    stores: { record: 'order', at: 'params.id' },
    reads: ['adminOrders'],
    params: z.object({ id: longPathId }),
    answer: orderRefunds,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  request: endpoint({
    method: 'POST',
    path: 'admin/orders/:id/refunds',
    description:
      'Refunds a paid order: all that is left, some lines, or a free sum. The server calculates the amounts of lines, and the VAT.',
    access: 'keeper',
    stores: { record: 'order', at: 'params.id' },
    touches: ['adminOrders', 'products', 'auditLog'],
    params: z.object({ id: longPathId }),
    body: z.strictObject({
      refunded_amount: euros,
      reason: refundReason,
      return_stock: z.boolean(),
      /** The admin has returned the money by hand; only for orders that were not paid at a terminal. */
      refunded_by_hand: z.optional(z.boolean()),
      /** Everything that is left when absent. */
      lines: z.optional(z.array(lineInput).check(z.minLength(1), z.maxLength(200))),
      /** Instead of goods, so without `lines` and `return_stock`. It is shared over the VAT rates by what is left of each. */
      free_sum: z.optional(euros),
    }),
    answer: refund,
    status: 202,
    errors: [
      ...FOR_ADMINS,
      'csrf.invalid',
      'notFound',
      'refund.notPaid',
      'refund.pending',
      'refund.changed',
      'refund.byHand',
      'refund.lineUnknown',
      'refund.quantityInvalid',
      'refund.nothingLeft',
      'refund.sumInvalid',
      'refund.limitReached',
      'order.terminalMissing',
    ],
  }),
  unresolved: endpoint({
    method: 'GET',
    path: 'admin/refunds/unresolved',
    description:
      'Refunds that an admin must decide: those with an unknown outcome, and those that the payment service later reported as failed.',
    access: 'keeper',
    stores: { filter: 'all' },
    reads: ['adminOrders'],
    answer: z.array(refund),
    errors: FOR_ADMINS,
  }),
  decide: endpoint({
    method: 'PUT',
    path: 'admin/refunds/:id/outcome',
    description:
      'Records the outcome of an unresolved refund; refused if the terminal has reported it since. For one that failed later: `refunded` by the payment service after all, or `refunded_by_hand` by the admin.',
    access: 'keeper',
    stores: { record: 'refund', at: 'params.id' },
    touches: ['adminOrders', 'products', 'auditLog'],
    params: z.object({ id: longPathId }),
    body: z.strictObject({ outcome: z.enum(['refunded', 'not_refunded', 'refunded_by_hand']), reason: refundReason }),
    answer: refund,
    errors: [...FOR_ADMINS, 'csrf.invalid', 'notFound', 'refund.pending', 'refund.settled', 'refund.outcomeImpossible'],
  }),
}
