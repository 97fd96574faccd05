import type { ColumnType, Generated } from 'kysely'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { CreatedAt, Id } from './columns.ts'

/** Refunds and reversals. The schema's checks name the same states as domain does. */
export type Refunds = {
  /** How much of a payment was returned, or may have been. */
  refund_account: { attempt_id: number; paid_cents: number; given_back_cents: Generated<number> }
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
    asked_by: number | null
    returns_stock: Generated<boolean>
    owner: string | null
    lease_until: Date | null
    created_at: CreatedAt
    sent_at: Date | null
    outcome_at: Date | null
    detail: string | null
    transaction_id: string | null
    receipt_text: string | null
    merchant_receipt_text: string | null
    source: 'live' | 'recovery' | 'admin' | null
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
  test_terminal_refund: {
    refund_key: string
    service_id: string
    amount_cents: number
    state: 'given' | 'refused'
    received_at: Generated<Date>
  }
}
