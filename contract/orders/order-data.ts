import * as z from 'zod/mini'
import { euros, id, instant, longId, quantity } from '#contract/values.ts'
import { ORDER_EVENT_KINDS } from '#domain/orders/order.ts'

const maybe = {
  text: z.nullable(z.string()),
  instant: z.nullable(instant),
  id: z.nullable(id),
  euros: z.nullable(euros),
}

const line = z.object({
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
  lot: maybe.text,
  best_before: maybe.text,
  use_by: maybe.text,
  /** The price before its date reduced it, and by how much. */
  full_price: maybe.euros,
  reduced_percent: z.nullable(z.int()),
  refunded_amount: euros,
  refunded_quantity: quantity,
})

const event = z.object({
  from: maybe.text,
  to: z.string(),
  /** The shopper, the terminal, the system or an admin. */
  by: z.string(),
  /** What happened. */
  kind: z.enum(ORDER_EVENT_KINDS),
  /** What became of the payment or the refund. */
  outcome: maybe.text,
  /** As an admin entered it. */
  reason: maybe.text,
  at: instant,
})

const slips = { card_slip: maybe.text, merchant_slip: maybe.text }

const payment = z.object({
  amount: euros,
  currency: z.string(),
  state: z.string(),
  terminal: z.string(),
  created_at: instant,
  sent_at: maybe.instant,
  abort_requested_at: maybe.instant,
  /** When the shopper stopped waiting for the outcome in the app. */
  abandoned_at: maybe.instant,
  outcome_at: maybe.instant,
  result: maybe.text,
  transaction_id: maybe.text,
  /** Money that was taken without a sale. */
  unmatched_at: maybe.instant,
  unmatched_amount: maybe.euros,
  ...slips,
})

const refund = z.object({
  kind: z.string(),
  amount: euros,
  currency: z.string(),
  state: z.string(),
  reason: z.string(),
  detail: maybe.text,
  returns_stock: z.boolean(),
  is_free_sum: z.boolean(),
  created_at: instant,
  sent_at: maybe.instant,
  outcome_at: maybe.instant,
  transaction_id: maybe.text,
  ...slips,
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
  terms_version: maybe.id,
  preorder_event_id: maybe.id,
  replaces_order_id: z.nullable(longId),
  created_at: instant,
  updated_at: instant,
  booked_at: maybe.instant,
  delivery_notified_at: maybe.instant,
  paid_at: maybe.instant,
  cancelled_at: maybe.instant,
  lines: z.array(line),
  events: z.array(event),
  payments: z.array(payment),
  refunds: z.array(refund),
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
      settled_at: maybe.instant,
      settled_reason: maybe.text,
    }),
  ),
})
export type OrderData = z.output<typeof orderData>
