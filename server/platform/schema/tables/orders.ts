import type { ColumnType, Generated } from 'kysely'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { AttemptState, StringCode } from '#domain/payments/attempt-states.ts'
import type { CreatedAt, Id } from './columns.ts'

/** Orders and their payments. The schema's checks name the same statuses and states as domain does. */
export type Orders = {
  customer_order: {
    id: Id
    user_id: number
    store_id: number
    order_type: Generated<'standard' | 'preorder'>
    status: OrderStatus
    total_cents: number
    net_cents: number
    terms_version_id: number | null
    created_at: CreatedAt
    updated_at: Generated<Date>
    paid_at: Date | null
    cancelled_at: Date | null
    preorder_event_id: number | null
    replaces_order_id: number | null
    booked_at: Date | null
    delivery_told_at: Date | null
  }
  order_line: {
    id: Id
    order_id: number
    product_version_id: number
    product_id: number
    quantity_thousandths: number
    amounts_cents: ColumnType<number[] | null, number[] | null | undefined>
    unit_price_cents: number
    deposit_cents: Generated<number>
    total_cents: number
    rate_basis_points: number
    /** As the product was marked when it was ordered; null in lines of an earlier version. */
    perishable: ColumnType<boolean | null, boolean | null | undefined>
    /** What refunds returned of it, or may have. */
    given_back_cents: Generated<number>
    given_back_thousandths: Generated<number>
  }
  order_event: {
    id: Id
    order_id: number
    from_status: string | null
    to_status: string
    actor: string
    user_id: number | null
    reason: string | null
    created_at: CreatedAt
  }
  payment_attempt: {
    id: Id
    order_id: number
    user_id: number
    terminal_id: number
    service_id: string
    amount_cents: number
    currency: string
    state: AttemptState
    order_status_before: 'checkout' | 'preorder_booked' | 'preorder_delivered'
    owner: string | null
    lease_until: Date | null
    created_at: CreatedAt
    sent_at: Date | null
    deadline_at: Date
    abort_requested_at: Date | null
    /** Since when its outcome is unknown. */
    unknown_since: Date | null
    /** When its shopper stopped waiting for the outcome in the app. */
    left_at: Date | null
    outcome_at: Date | null
    string_code: StringCode | null
    transaction_id: string | null
    receipt_text: string | null
    merchant_receipt_text: string | null
    source: 'live' | 'recovery' | 'admin' | null
    /** When a terminal took money from which no sale resulted then, how much, and which source reported it. Written once. */
    taken_at: Date | null
    taken_cents: number | null
    taken_source: 'live' | 'recovery' | 'admin' | null
  }
  test_terminal_payment: {
    service_id: string
    terminal_id: number
    amount_cents: number
    currency: string
    state: 'waiting' | 'hung' | 'approved' | 'declined' | 'cancelled'
    cancelled_by: 'shopper' | 'merchant' | null
    received_at: Generated<Date>
    decided_at: Date | null
  }
}
