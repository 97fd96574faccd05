import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  euros,
  id,
  instant,
  lineText,
  longId,
  longPathId,
  lotNumber,
  nothing,
  packageDay,
  quantity,
} from '#contract/values.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { STRING_CODES } from '#domain/payments/attempt-states.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment-method.ts'
import { receipt } from './receipts.ts'

const orderItem = z.object({
  product_id: id,
  product_version_id: id,
  name: z.string(),
  unit: z.string(),
  quantity,
  price: euros,
  /** The line's total: quantity × price, or the sum of its price labels. */
  amount: euros,
  /** The deposit within `amount`. */
  deposit: euros,
  vat: z.number(),
  /** Present if the package's date reduced the price: by how much, and the price before. */
  reduced_percent: z.optional(z.int()),
  full_price: z.optional(euros),
  /** As the package's code named them. */
  lot: z.optional(z.string()),
  best_before: z.optional(z.string()),
  use_by: z.optional(z.string()),
})

/** The state of the payment under way, for the payment-pending view. */
const orderPayment = z.object({
  state: z.enum(['queued', 'at_terminal', 'asking']),
  terminal_name: z.string(),
  method: z.enum(PAYMENT_METHODS),
  /** The name of the app; null at a terminal. */
  app: z.nullable(z.string()),
  /** The address that opens the app, once it is known; null at a terminal. */
  app_link: z.nullable(z.string()),
  /** 1 is next; only set while queued. */
  queue_position: z.nullable(z.int()),
  /** When the terminal times out, or the place in the line is lost. */
  deadline_at: z.nullable(instant),
  abort_requested: z.boolean(),
  /** The outcome has been unknown for a minute: the shopper may leave, and is emailed the outcome. */
  can_abandon: z.boolean(),
  is_abandoned: z.boolean(),
})

export const order = z.object({
  id: longId,
  customer_email: z.string(),
  store: z.object({ id, name: z.string() }),
  status: z.enum(ORDER_STATUSES),
  total_amount: euros,
  total_net_amount: euros,
  vat_by_rate: z.array(z.object({ vat: z.number(), gross: euros, net: euros, tax: euros })),
  updated_at: instant,
  paid_at: z.nullable(instant),
  cancelled_at: z.nullable(instant),
  reference_number: z.string(),
  order_items: z.array(orderItem),
  preorder_event_id: z.nullable(id),
  preorder_event: z.nullable(z.object({ id, start_date: z.string() })),
  order_type: z.enum(['standard', 'preorder']),
  isPreorder: z.boolean(),
  /** It contains age-restricted goods: a person in the store must approve it before it is paid. */
  needs_approval: z.boolean(),
  payment: z.nullable(orderPayment),
  /** How orders can be paid in the store: by a card at a terminal, in an app on the phone, or neither yet. */
  payment_methods: z.array(z.enum(PAYMENT_METHODS)),
  /** The names of the apps in which orders can be paid in the store. */
  apps: z.array(z.string()),
  /** None of the store's terminals has answered for some minutes, and an app can be used instead. */
  is_terminal_down: z.boolean(),
  /** How the last payment attempt is or was made; null before the first. */
  last_method: z.nullable(z.enum(PAYMENT_METHODS)),
  /** The name of the app of the last payment attempt. */
  last_app: z.nullable(z.string()),
  /** While the order is at checkout: how the shopper paid for the last purchase, and the terms of purchase that it has. */
  last_purchase: z.nullable(
    z.object({ method: z.enum(PAYMENT_METHODS), app: z.nullable(z.string()), terms_version: z.nullable(id) }),
  ),
  /** The outcome of the last ended payment attempt. */
  string_code: z.nullable(z.enum(STRING_CODES)),
  /** The terminal's card slip, line by line; null until the order is paid, and when the terminal prints none. */
  receipt_text: z.nullable(z.string()),
  /** Only set for complete orders. */
  receipt: z.nullable(receipt),
})
export type Order = z.output<typeof order>

const orderLineInput = z.strictObject({
  product_id: id,
  quantity: z.number(),
  /** Euros, one per price label; only for products whose label encodes a price. */
  amounts: z.optional(z.array(z.number()).check(z.maxLength(200))),
  /** Of packages whose code names it; of another lot or date is another line. The server prices it by the store's rules. */
  lot: z.optional(lotNumber),
  best_before: z.optional(packageDay),
  use_by: z.optional(packageDay),
})

/** What the shopper accepts: the order as displayed, and the displayed terms of purchase. */
export const agreedOrder = z.strictObject({
  order_id: longId,
  total_amount: euros,
  /** Without it the order keeps the terms that were newest when it was created. */
  terms_version: z.optional(id),
})

/** How the shopper pays. Without `method`, at a terminal if the store has one; without `app`, in any of the store's. */
export const wayToPay = {
  method: z.optional(z.enum(PAYMENT_METHODS)),
  app: z.optional(lineText.check(z.minLength(1), z.maxLength(40))),
}
const paidOrder = z.strictObject({ ...agreedOrder.shape, ...wayToPay })

const orderErrors = ['csrf.invalid', 'session.required', 'session.unverified'] as const

export const orders = {
  current: endpoint({
    method: 'GET',
    path: 'order',
    description: 'The order whose payment is pending and was not left, else the one at checkout, else 404.',
    access: 'shopper',
    reads: ['currentOrder'],
    answer: order,
    errors: ['session.required', 'session.unverified', 'order.none'],
  }),
  place: endpoint({
    method: 'POST',
    path: 'order',
    description: 'Turns the basket into an order at checkout, priced by the server; replaces an earlier one.',
    access: 'shopper',
    touches: ['currentOrder'],
    body: z.strictObject({
      preorder_event_id: z.optional(z.nullable(id)),
      /** The store of the goods; rejected once the shopper has selected another one, in another tab or on another device. */
      store_id: z.optional(id),
      /** The shopper's booked pre-order that this one replaces once it is booked. */
      replaces_order_id: z.optional(z.nullable(longId)),
      orderItems: z.array(orderLineInput).check(z.maxLength(200)),
    }),
    answer: order,
    errors: [
      ...orderErrors,
      'store.required',
      'store.changed',
      'order.paymentPending',
      'order.tooManyToday',
      'order.empty',
      'order.nothingToPay',
      'preorder.nothingToPay',
      'order.quantityInvalid',
      'order.amountsInvalid',
      'order.labelTooSmall',
      'order.productUnknown',
      'order.productUnavailable',
      'order.productRecalled',
      'order.datePassed',
      'order.ageRestricted',
      'order.ageUnstaffed',
      'order.alcoholHours',
      'order.termsMissing',
      'order.tooLarge',
      'preorder.closed',
      'preorder.soldOut',
      'preorder.perShopper',
      'preorder.storeOutside',
      'preorder.cannotChange',
    ],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: 'order',
    description: 'Cancels the order at checkout: 404 if there is none, 409 while its payment is in progress.',
    access: 'shopper',
    touches: ['currentOrder'],
    answer: nothing,
    errors: [...orderErrors, 'order.none', 'order.paymentPending'],
  }),
  pay: endpoint({
    method: 'POST',
    path: 'order/pay',
    description:
      'Pays at the store’s terminal or in an app on the phone; responds when the outcome is known. A second call joins the first.',
    access: 'shopper',
    touches: ['currentOrder', 'products', 'purchases'],
    body: z.optional(paidOrder),
    answer: z.object({ string_code: z.enum(STRING_CODES), order_id: longId }),
    errors: [
      ...orderErrors,
      'order.none',
      'order.changed',
      'order.termsChanged',
      'order.termsMissing',
      'order.paymentPending',
      'order.unresolvedPayment',
      'order.nothingToPay',
      'order.waitToPay',
      'order.terminalMissing',
      'order.approvalNeeded',
    ],
  }),
  abortPayment: endpoint({
    method: 'POST',
    path: 'order/pay/abort',
    description: 'Requests that the terminal cancel the payment; GET order returns the outcome.',
    access: 'shopper',
    touches: ['currentOrder'],
    answer: nothing,
    status: 202,
    errors: [...orderErrors, 'order.noAttempt'],
  }),
  abandonPayment: endpoint({
    method: 'POST',
    path: 'order/pay/abandon',
    description:
      'Stops waiting for an outcome that has been unknown for a minute: GET order no longer returns it, and the outcome is emailed.',
    access: 'shopper',
    touches: ['currentOrder'],
    answer: nothing,
    errors: [...orderErrors, 'order.noAttempt', 'order.paymentPending'],
  }),
  unresolved: endpoint({
    method: 'GET',
    path: 'orders/unresolved',
    description: 'The caller’s own orders whose payment has no known outcome; they must not be paid again.',
    access: 'shopper',
    reads: ['currentOrder'],
    answer: z.array(z.object({ id: longId, store: z.object({ id, name: z.string() }), total_amount: euros })),
    errors: ['session.required', 'session.unverified'],
  }),
  get: endpoint({
    method: 'GET',
    path: 'orders/:id',
    description: 'The caller’s own order in any status, with its last outcome.',
    access: 'shopper',
    reads: ['currentOrder'],
    params: z.object({ id: longPathId }),
    answer: order,
    errors: ['session.required', 'session.unverified', 'notFound'],
  }),
}
