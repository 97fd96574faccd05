import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { euros, freeText, id, instant, longId, longPathId, nothing } from '#contract/values.ts'
import { IN_DOUBT } from '#domain/payments/attempt-states.ts'
import { ADVICE_KINDS, MANUAL_OUTCOMES } from '#domain/payments/manual-outcome.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment-method.ts'

/** An app in which shoppers pay: its name, and the host of the pages on which a merchant sees its payments. */
export const paymentApp = z.object({ name: z.string(), portal: z.string() })

export const unresolvedPayment = z.object({
  id: longId,
  state: z.enum(IN_DOUBT),
  order_id: longId,
  customer_email: z.string(),
  store: z.object({ id, name: z.string() }),
  terminal_name: z.string(),
  method: z.enum(PAYMENT_METHODS),
  /** Null for a terminal. */
  app: z.nullable(paymentApp),
  amount: euros,
  /** When it was sent to the terminal. */
  sent_at: z.nullable(instant),
  advice: z.enum(ADVICE_KINDS),
  /** The outcomes that an admin may record now. */
  outcomes: z.array(z.enum(MANUAL_OUTCOMES)),
  /** The refund that returns the money, while it is under way or unresolved. */
  refund_id: z.nullable(longId),
})
export type UnresolvedPayment = z.output<typeof unresolvedPayment>

export const unresolvedPayments = {
  list: endpoint({
    method: 'GET',
    path: 'admin/unresolved-payments',
    description:
      'Payments whose outcome is not known, or not what it should be, and what to do about each. Oldest first.',
    access: 'keeper',
    stores: { filter: 'all' },
    reads: ['adminOrders'],
    answer: z.array(unresolvedPayment),
    errors: FOR_ADMINS,
  }),
  decide: endpoint({
    method: 'PUT',
    path: 'admin/unresolved-payments/:id/outcome',
    description:
      'Records the outcome of a payment. Refused while the shop still queries the terminal, and once the terminal has reported it.',
    access: 'keeper',
    stores: { record: 'payment', at: 'params.id' },
    touches: ['adminOrders', 'products', 'auditLog'],
    params: z.object({ id: longPathId }),
    body: z.strictObject({
      outcome: z.enum(MANUAL_OUTCOMES),
      reason: freeText.check(z.minLength(1), z.maxLength(500)),
    }),
    answer: nothing,
    errors: [
      ...FOR_ADMINS,
      'csrf.invalid',
      'notFound',
      'payment.underWay',
      'payment.settled',
      'payment.outcomeImpossible',
    ],
  }),
}
