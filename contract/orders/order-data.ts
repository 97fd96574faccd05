import * as z from 'zod/mini'
import { euros, id, instant, longId, quantity } from '#contract/values.ts'
import { ORDER_EVENT_KINDS } from '#domain/orders/order.ts'

const nullableValues = {
  text: z.nullable(z.string()),
  instant: z.nullable(instant),
  id: z.nullable(id),
  euros: z.nullable(euros),
}

const orderLine = z.object({
  product_id: id,
  name: z.string(),
  quantity,
  unit: z.string(),
  price: euros,
  deposit: euros,
  amount: euros,
  /** One per price label. */
  amounts: z.nullable(z.array(euros)),
  /** Percent. */
  vat: z.number(),
  /** Whether it was marked as perishable when it was ordered; null: ordered before this was recorded. */
  perishable: z.boolean(),
  /** As the package's code named them. */
  lot: nullableValues.text,
  best_before: nullableValues.text,
  use_by: nullableValues.text,
  /** The price before its date reduced it, and by how much. */
  full_price: nullableValues.euros,
  reduced_percent: z.nullable(z.int()),
  refunded_amount: euros,
  refunded_quantity: quantity,
})

const eventDays = z.object({
  from: nullableValues.text,
  to: z.string(),
  /** The shopper, the terminal, the system or an admin. */
  by: z.string(),
  /** What happened. */
  kind: z.enum(ORDER_EVENT_KINDS),
  /** What became of the payment or the refund. */
  outcome: nullableValues.text,
  /** As an admin entered it. */
  reason: nullableValues.text,
  at: instant,
})

const cardSlips = { card_slip: nullableValues.text, merchant_slip: nullableValues.text }

const orderPayment = z.object({
  amount: euros,
  currency: z.string(),
  state: z.string(),
  terminal: z.string(),
  created_at: instant,
  sent_at: nullableValues.instant,
  abort_requested_at: nullableValues.instant,
  /** When the shopper stopped waiting for the outcome in the app. */
  abandoned_at: nullableValues.instant,
  outcome_at: nullableValues.instant,
  result: nullableValues.text,
  transaction_id: nullableValues.text,
  /** Money that was taken without a sale. */
  unmatched_at: nullableValues.instant,
  unmatched_amount: nullableValues.euros,
  ...cardSlips,
})

const orderRefund = z.object({
  kind: z.string(),
  amount: euros,
  currency: z.string(),
  state: z.string(),
  reason: z.string(),
  detail: nullableValues.text,
  returns_stock: z.boolean(),
  is_free_sum: z.boolean(),
  created_at: instant,
  sent_at: nullableValues.instant,
  outcome_at: nullableValues.instant,
  transaction_id: nullableValues.text,
  ...cardSlips,
  lines: z.array(z.object({ product_id: id, quantity, amount: euros, amounts: z.nullable(z.array(euros)) })),
  vat_by_rate: z.array(z.object({ vat: z.number(), gross: euros, tax: euros })),
})

/** A person's order with its payments and refunds, as in their data download. */
export const orderData = z.object({
  id: longId,
  reference_number: z.string(),
  type: z.enum(['standard', 'preorder']),
  status: z.string(),
  store: z.object({ id, name: z.string() }),
  total_amount: euros,
  total_net_amount: euros,
  /** The terms of purchase that were accepted. */
  terms_version: nullableValues.id,
  preorder_event_id: nullableValues.id,
  replaces_order_id: z.nullable(longId),
  created_at: instant,
  updated_at: instant,
  booked_at: nullableValues.instant,
  delivery_notified_at: nullableValues.instant,
  paid_at: nullableValues.instant,
  cancelled_at: nullableValues.instant,
  lines: z.array(orderLine),
  events: z.array(eventDays),
  payments: z.array(orderPayment),
  refunds: z.array(orderRefund),
  receipts: z.array(
    z.object({
      number: longId,
      operator_name: z.string(),
      business_id: z.string(),
      operator_address: z.string(),
      operator_email: z.string(),
      operator_phone: z.string(),
      store_name: z.string(),
      store_address: z.string(),
      created_at: instant,
    }),
  ),
  withdrawal: z.nullable(
    z.object({
      product_ids: z.array(id),
      made_at: instant,
      settled_at: nullableValues.instant,
      settled_reason: nullableValues.text,
    }),
  ),
})
export type OrderData = z.output<typeof orderData>
