import * as z from 'zod/mini'
import { BEFORE_PASSKEY, endpoint } from '#contract/endpoint.ts'
import { agreedOrder, order, wayToPay } from '#contract/orders/orders.ts'
import { euros, id, instant, longId, longPathId, nothing } from '#contract/values.ts'
import { STRING_CODES } from '#domain/payments/attempt-states.ts'

/** A pre-order: the order, its event, and the actions that its shopper may take now. */
export const preorder = z.object({
  ...order.shape,
  event: z.object({ id, name: z.string(), start_date: z.string(), end_date: z.string(), order_until: instant }),
  booked_at: z.nullable(instant),
  /** The pre-order that replaced this one. */
  replaced_by: z.nullable(longId),
  may: z.object({
    pay: z.boolean(),
    /** Both until `order_until`. */
    change: z.boolean(),
    cancel: z.boolean(),
    withdraw: z.boolean(),
  }),
  /** The products that a withdrawal covers: all but the perishable ones. */
  withdrawable_product_ids: z.array(id),
  withdrawal: z.nullable(z.object({ made_at: instant, product_ids: z.array(id) })),
})
export type Preorder = z.output<typeof preorder>

const forShoppers = ['session.required', 'session.unverified'] as const
const changedByShoppers = [...forShoppers, 'csrf.invalid', 'notFound'] as const
const params = z.object({ id: longPathId })

export const preorders = {
  list: endpoint({
    method: 'GET',
    path: 'preorders',
    description: 'The caller’s own pre-orders that are still to be collected or paid, the soonest first.',
    access: 'shopper',
    reads: ['preorders'],
    answer: z.array(preorder),
    errors: forShoppers,
  }),
  get: endpoint({
    method: 'GET',
    path: 'preorders/:id',
    description: 'The caller’s own pre-order in any status; an admin can read any shopper’s.',
    access: 'shopper',
    reads: ['preorders'],
    params,
    answer: preorder,
    errors: [...forShoppers, ...BEFORE_PASSKEY, 'notFound'],
  }),
  book: endpoint({
    method: 'POST',
    path: 'order/preorder',
    description:
      'Books the pre-order at checkout. 409 if products are sold out or above the limit for each shopper, with the quantities that can be booked as `items`.',
    access: 'shopper',
    // Not the current order: without a response, its page stays until the shopper presses again.
    touches: ['preorders', 'events'],
    body: z.optional(agreedOrder),
    answer: z.object({ id: longId }),
    errors: [
      ...forShoppers,
      'csrf.invalid',
      'order.none',
      'order.changed',
      'order.termsChanged',
      'order.termsMissing',
      'order.ageRestricted',
      'preorder.closed',
      'preorder.soldOut',
      'preorder.perShopper',
      'preorder.storeOutside',
      'preorder.cannotChange',
    ],
  }),
  pay: endpoint({
    method: 'POST',
    path: 'order/preorder/:id/pay',
    description:
      'Pays a pre-order at its store’s terminal or in an app on the phone: a booked one from its first pick-up day, a delivered one any time. A second call joins the first.',
    access: 'shopper',
    touches: ['currentOrder', 'preorders', 'purchases'],
    params,
    body: z.optional(z.strictObject({ total_amount: euros, ...wayToPay })),
    answer: z.object({ string_code: z.enum(STRING_CODES), order_id: longId }),
    errors: [
      ...changedByShoppers,
      'order.none',
      'order.changed',
      'order.paymentPending',
      'order.unresolvedPayment',
      'order.nothingToPay',
      'order.waitToPay',
      'order.terminalMissing',
      'order.approvalNeeded',
      'preorder.notYet',
    ],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: 'preorders/:id',
    description: 'Cancels the caller’s own booked pre-order, until the event’s deadline.',
    access: 'shopper',
    touches: ['preorders', 'events'],
    params,
    answer: nothing,
    errors: [...changedByShoppers, 'order.paymentPending', 'preorder.cannotCancel'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'preorders/:id/withdrawal',
    description:
      'Withdraws from the contract, except for perishable products; an email acknowledges it with content, date and time.',
    access: 'shopper',
    touches: ['preorders', 'events'],
    params,
    body: z.strictObject({ product_ids: z.array(id).check(z.minLength(1), z.maxLength(200)) }),
    answer: preorder,
    errors: [...changedByShoppers, 'order.paymentPending', 'preorder.cannotWithdraw'],
  }),
}
