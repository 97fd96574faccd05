import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, filterCounts, hourOfDay, listQuery, listSums, searchText } from '#contract/lists.ts'
import { paymentApp, unresolvedPayment } from '#contract/payments/unresolved-payments.ts'
import { euros, freeText, id, instant, longId, longPathId, pathId } from '#contract/values.ts'
import { ADMIN_STEPS } from '#domain/orders/admin-order.ts'
import { ORDER_EVENT_KINDS, ORDER_STATUSES } from '#domain/orders/order.ts'
import { ATTEMPT_STATES, STRING_CODES } from '#domain/payments/attempt-states.ts'
import { PAYMENT_FAILURES } from '#domain/payments/payment-failure.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment-method.ts'
import { order } from './orders.ts'
import { receiptQuery } from './receipts.ts'

const orderStatus = z.enum(ORDER_STATUSES)
const orderType = z.enum(['standard', 'preorder'])

/** How many days back the list goes, by the time of the last change. */
export const ORDER_PERIODS = ['30', '90', 'all'] as const
/** `cancelled` is not a status, since a cancelled row keeps its status; the list treats it as one. */
export const ORDER_STATUS_FILTERS = [...ORDER_STATUSES, 'cancelled'] as const

const orderRow = z.object({
  id: longId,
  reference_number: z.string(),
  customer: z.object({ id, email: z.string() }),
  store: z.object({ id, name: z.string() }),
  status: orderStatus,
  cancelled_at: z.nullable(instant),
  order_type: orderType,
  total_amount: euros,
  /** The amount that refunds returned, or may have returned. */
  refunded_amount: euros,
  /** Only set when the test payment paid it: nothing was charged. */
  is_test: z.optional(z.boolean()),
  /** Number of lines. */
  items: z.int(),
  /** Why the last payment of an unpaid order failed. */
  payment_failure: z.optional(z.enum(PAYMENT_FAILURES)),
  created_at: instant,
  updated_at: instant,
  paid_at: z.nullable(instant),
})
export type OrderRow = z.output<typeof orderRow>

const orderPerson = z.nullable(z.object({ id, email: z.string() }))

/** A change of the order's status, or a refund. `reason`: as an admin entered it. */
const orderEvent = z.object({
  id: longId,
  at: instant,
  from: z.nullable(z.string()),
  to: z.string(),
  actor: z.string(),
  by: orderPerson,
  kind: z.enum(ORDER_EVENT_KINDS),
  reason: z.nullable(z.string()),
})

/**
 * One payment attempt. `source`: the outcome came from the terminal at once, from a later query, or from an admin. `reference`: by which
 * the payment service's own pages find it.
 */
const paymentAttempt = z.object({
  id: longId,
  state: z.enum(ATTEMPT_STATES),
  string_code: z.nullable(z.enum(STRING_CODES)),
  amount: euros,
  terminal_name: z.string(),
  method: z.enum(PAYMENT_METHODS),
  /** Null for a terminal. */
  app: z.nullable(paymentApp),
  reference: z.string(),
  created_at: instant,
  sent_at: z.nullable(instant),
  abort_requested_at: z.nullable(instant),
  outcome_at: z.nullable(instant),
  source: z.nullable(z.enum(['live', 'recovery', 'admin'])),
  transaction_id: z.nullable(z.string()),
  receipt_text: z.nullable(z.string()),
  merchant_receipt_text: z.nullable(z.string()),
  /** Paid after its end, in an app that could not return it: an admin must, in the app's own pages. */
  paid_late: z.nullable(z.object({ amount: euros, at: instant, reason: z.string() })),
})
export type OrderAttempt = z.output<typeof paymentAttempt>

/** A shopper's withdrawal from a pre-order, and how an admin settled it; `settled_by` null: it cancelled the order. */
const withdrawal = z.object({
  made_at: instant,
  product_ids: z.array(id),
  settled_at: z.nullable(instant),
  settled_by: orderPerson,
  settled_reason: z.nullable(z.string()),
})

export const adminOrder = z.extend(order, {
  customer: z.object({ id, email: z.string() }),
  created_at: instant,
  /** The terms of purchase that the shopper accepted. */
  terms_version: z.nullable(z.object({ id, published_at: instant })),
  /** A payment is under way; the order can't be changed until its outcome. */
  is_being_paid: z.boolean(),
  /** The status changes that an admin may make now. */
  steps: z.array(z.enum(ADMIN_STEPS)),
  can_refund: z.boolean(),
  /** Its payment whose outcome is unknown, or not as expected. */
  unresolved: z.nullable(unresolvedPayment),
  withdrawal: z.nullable(withdrawal),
  /** Oldest first. */
  attempts: z.array(paymentAttempt),
  events: z.array(orderEvent),
})
export type AdminOrder = z.output<typeof adminOrder>

const params = z.object({ id: longPathId })

export const adminOrders = {
  list: endpoint({
    method: 'GET',
    path: 'admin/orders',
    description: 'The orders that changed within `days`, by default 30; a search by a number covers all orders.',
    access: 'keeper',
    stores: { filter: 'query.store_id' },
    reads: ['adminOrders'],
    query: listQuery(['updated_at', 'created_at', 'total_amount'], {
      /** An order's id or reference number, or parts of the shopper's e-mail address or phone number. */
      q: z.optional(searchText),
      days: z.optional(z.enum(ORDER_PERIODS)),
      /** Days in Finland, `until` inclusive; instead of `days`. */
      from: z.optional(day),
      until: z.optional(day),
      /** Paid on these days, `paid_until` inclusive, by the clocks of the stores; instead of `days`, and as reports count. */
      paid_from: z.optional(day),
      paid_until: z.optional(day),
      /** Of these days only this hour, 0 to 23. */
      paid_hour: z.optional(hourOfDay),
      store_id: z.optional(pathId),
      status: z.optional(z.enum(ORDER_STATUS_FILTERS)),
      order_type: z.optional(orderType),
      user_id: z.optional(pathId),
      /** Those that have the product. */
      product_id: z.optional(pathId),
    }),
    answer: z.object({
      items: z.array(orderRow),
      /** Counted up to 10,000. */
      total: z.int(),
      /** There are more than `total`. */
      has_more: z.boolean(),
      sums: listSums,
      counts: filterCounts,
    }),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/orders/:id',
    description: 'One order with its payments, its history and the actions that are possible now.',
    access: 'keeper',
    stores: { record: 'order', at: 'params.id' },
    reads: ['adminOrders'],
    params,
    answer: adminOrder,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: 'admin/orders/:id/status',
    description:
      'Changes the status of an order; 409 if it has changed since, or while a payment is under way. `complete`: it was paid in another way.',
    access: 'keeper',
    stores: { record: 'order', at: 'params.id' },
    touches: ['adminOrders', 'products', 'auditLog'],
    params,
    body: z.strictObject({
      /** The status that the admin saw. */
      from: orderStatus,
      to: z.enum(ADMIN_STEPS),
      reason: freeText.check(z.minLength(1), z.maxLength(500)),
    }),
    answer: adminOrder,
    errors: [
      ...CHANGED_BY_ADMINS,
      'notFound',
      'order.paymentPending',
      'order.statusChanged',
      'order.statusForbidden',
      'order.terminalMissing',
      'order.approvalNeeded',
    ],
  }),
  settleWithdrawal: endpoint({
    method: 'PUT',
    path: 'admin/orders/:id/withdrawal',
    description: 'Records, once, that a shopper’s withdrawal was settled, and how.',
    access: 'keeper',
    stores: { record: 'order', at: 'params.id' },
    touches: ['adminOrders', 'auditLog'],
    params,
    body: z.strictObject({ reason: freeText.check(z.minLength(1), z.maxLength(500)) }),
    answer: adminOrder,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'preorder.withdrawalSettled'],
  }),
  receiptPdf: endpoint({
    method: 'GET',
    path: 'admin/orders/:id/receipt.pdf',
    description: 'The receipt of any shopper’s order as PDF.',
    access: 'bookkeeper',
    stores: { record: 'order', at: 'params.id' },
    params,
    query: receiptQuery,
    answer: z.string(),
    errors: [...FOR_ADMINS, 'notFound'],
    download: 'pdf',
  }),
}
