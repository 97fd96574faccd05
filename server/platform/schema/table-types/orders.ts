import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ApprovalDecision } from '#domain/orders/age-approval.ts'
import type { OrderEventKind, OrderStatus } from '#domain/orders/order.ts'
import type { CreatedAt, DateText, Id, Texts } from './columns.ts'

/** Orders, their lines and history, and receipts. The schema's checks name the same statuses as domain does. */
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
    delivery_notified_at: Date | null
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
    /** As the product was marked when it was ordered. */
    perishable: Generated<boolean>
    age_limited: Generated<boolean>
    /** As the package's code named them. */
    lot: Generated<string | null>
    best_before: Generated<DateText | null>
    use_by: Generated<DateText | null>
    /** What one would have cost, and by how much its date reduced that. */
    full_price_cents: Generated<number | null>
    reduced_percent: Generated<number | null>
    /** What refunds returned of it, or may have. */
    refunded_cents: Generated<number>
    refunded_thousandths: Generated<number>
  }
  order_approval: {
    order_id: number
    total_cents: number
    requested_at: Date
    expires_at: Date
    decision: ApprovalDecision | null
    decided_at: Date | null
    decided_by: number | null
    valid_until: Date | null
    staffed_until: Date | null
    store_revision: number | null
  }
  order_event: {
    id: Id
    order_id: number
    from_status: string | null
    to_status: string
    actor: string
    user_id: number | null
    /** As an admin entered it. */
    reason: string | null
    created_at: CreatedAt
    kind: OrderEventKind
    attempt_id: number | null
    refund_id: number | null
    /** The result code of a payment, or the state that an admin gave it; the state of a refund or of what it reversed. */
    outcome: string | null
  }
  receipt: {
    id: Id
    order_id: number
    /** Null: of the sale itself. */
    refund_id: number | null
    operator_name: string
    business_id: string
    operator_address: string
    operator_email: string
    operator_phone: string
    store_name: string
    store_address: string
    time_zone: string
    event_names: Texts | null
    created_at: CreatedAt
  }
  recall: {
    id: Id
    product_id: number
    reasons: JSONColumnType<Texts>
    lots: string
    sold_from: DateText | null
    sold_until: DateText | null
    started_at: Date
    started_by: number
    ended_at: Date | null
    ended_by: number | null
    searched_until: Date | null
  }
  recalled_lot: {
    recall_id: number
    lot: string
  }
  recall_buyer: {
    id: Id
    recall_id: number
    user_id: number
    found_at: Date
    is_certain: Generated<boolean>
    confirmed_at: Date | null
    refund_requested_at: Date | null
  }
}
