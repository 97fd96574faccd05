import type { ColumnType, Generated } from 'kysely'
import type { AttemptState, StringCode } from '#domain/payments/attempt-states.ts'
import type { RefundFailureEnd, RefundState } from '#domain/payments/refund-states.ts'
import type { Finding } from '#domain/payments/settlements/match-lines.ts'
import type { SettlementLine } from '#domain/payments/settlements/settlement.ts'
import type { CreatedAt, DateText, Id } from './columns.ts'

/** Terminals, attempts to pay, refunds, and what closings need besides. The schema's checks name the same states as domain does. */
export type Payments = {
  terminal: {
    id: Id
    store_id: number
    name: string
    provider: string
    /** Decrypted only with the encryptor of modules/payments/terminals. */
    settings_encrypted: string | null
    /** From then on it takes no new payments. */
    retired_at: Date | null
    /** The refund that was sent to it last. */
    refund_id: number | null
    revision: Generated<number>
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
    /** False: in an app, which takes any number of payments at once. */
    occupies_terminal: Generated<boolean>
    recent_unpaid_count: Generated<number>
    /** The address that opens the shopper's app with this payment. */
    app_link: string | null
    /** Since when its outcome is unknown. */
    unknown_since: Date | null
    /** When its shopper stopped waiting for the outcome in the app. */
    abandoned_at: Date | null
    outcome_at: Date | null
    string_code: StringCode | null
    transaction_id: string | null
    receipt_text: string | null
    merchant_receipt_text: string | null
    source: 'live' | 'recovery' | 'admin' | null
    /** When a terminal took money from which no sale resulted then, how much, and which source reported it. Written once. */
    unmatched_at: Date | null
    unmatched_cents: number | null
    unmatched_source: 'live' | 'recovery' | 'admin' | null
  }
  /** How much of a payment was returned, or may have been. */
  refund_account: { attempt_id: number; paid_cents: number; refunded_cents: Generated<number> }
  refund: {
    id: Id
    kind: 'refund' | 'reversal'
    attempt_id: number
    order_id: number
    refund_key: string
    amount_cents: number
    currency: string
    state: RefundState
    reason: string
    /** Null for a reversal, which no user requests. */
    requested_by: number | null
    returns_stock: Generated<boolean>
    is_free_sum: Generated<boolean>
    owner: string | null
    lease_until: Date | null
    created_at: CreatedAt
    sent_at: Date | null
    /** When a service accepted it whose outcome comes later. */
    accepted_at: Date | null
    outcome_at: Date | null
    detail: string | null
    transaction_id: string | null
    receipt_text: string | null
    merchant_receipt_text: string | null
    source: 'live' | 'recovery' | 'admin' | null
  }
  /** A service's report that a refund which it had accepted returned no money. */
  refund_failure: {
    id: Id
    provider: string
    reference: string
    merchant_reference: string
    event: string
    reason: string
    amount_cents: number
    currency: string
    failed_at: Date
    received_at: CreatedAt
    settled_as: RefundFailureEnd | null
    settled_at: Date | null
    settled_by: number | null
  }
  refund_line: {
    id: Id
    refund_id: number
    order_line_id: number
    quantity_thousandths: number
    amount_cents: number
    amounts_cents: ColumnType<number[] | null, number[] | null | undefined>
  }
  refund_vat: { refund_id: number; rate_basis_points: number; gross_cents: number; vat_cents: number }
  terminal_daily_total: {
    terminal_id: number
    date: DateText
    sum_cents: number
    note: string
    revision: Generated<number>
    reported_by: number
    reported_at: Date
  }
  ledger_accounts: {
    singleton: Generated<true>
    card: string
    /** Null: as `card`. */
    app: string | null
    other: string
    clearing: string
    vat: string
    sales: string
    sales_by_rate: Record<string, string>
    /** Null: as the sales at their rate. */
    free_sums: string | null
    revision: Generated<number>
  }
  payout: {
    id: Id
    provider: string
    reference: string
    paid_on: DateText
    currency: string
    paid_cents: number | null
    uploaded_by: number
    uploaded_at: Date
  }
  settlement_line: {
    id: Id
    payout_id: number
    line_key: string
    kind: SettlementLine['kind']
    type: string
    reference: string
    keys: string[]
    payment_keys: string[]
    day: DateText | null
    amount_cents: number
    currency: string
    fee_cents: number
    net_cents: number
    attempt_id: number | null
    refund_id: number | null
    store_id: number | null
    finding: Finding | null
  }
}
