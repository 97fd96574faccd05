import { sql, type Kysely } from 'kysely'
import { OPEN_REFUND_STATES, type RefundState } from '#domain/payments/refund-states.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** A refund, with what its driver needs. */
export type Refund = {
  id: number
  kind: 'refund' | 'reversal'
  attemptId: number
  orderId: number
  storeId: number
  provider: string
  state: RefundState
  reason: string
  askedBy: number | null
  returnsStock: boolean
  payment: TerminalPayment
  /** Whether the payment was sent to its terminal, or may have been. */
  isOfTerminal: boolean
  asked: TerminalRefund
  /** From this moment on the terminal may have received it. */
  sentAt: Date | null
}

const OPEN = sql.join(OPEN_REFUND_STATES.map(state => sql.lit(state)))
/** Literals, so that the planner can choose a partial index. */
export const isOpenRefund = sql<boolean>`refund.state IN (${OPEN})`

/** Whether the payment was sent to its terminal, or may have been. False if an admin recorded it as paid in another way. */
export const isOfTerminal = (attempt: 'attempt' | 'payment_attempt') =>
  sql<boolean>`(${sql.ref(attempt)}.state <> 'MANUAL' OR ${sql.ref(attempt)}.sent_at IS NOT NULL)`

const refundRows = (db: Kysely<Database>) =>
  db
    .selectFrom('refund')
    .innerJoin('payment_attempt as attempt', 'attempt.id', 'refund.attempt_id')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .select(['refund.id', 'refund.kind', 'refund.attempt_id', 'refund.order_id', 'refund.refund_key'])
    .select(['refund.amount_cents', 'refund.currency', 'refund.state', 'refund.reason', 'refund.asked_by'])
    .select(['refund.returns_stock', 'refund.sent_at', 'attempt.service_id', 'attempt.terminal_id'])
    .select(['attempt.amount_cents as paid_cents', 'attempt.transaction_id as paid_transaction_id'])
    .select(['terminal.store_id', 'terminal.provider', isOfTerminal('attempt').as('is_of_terminal')])

type RefundRow = Awaited<ReturnType<ReturnType<typeof refundRows>['executeTakeFirstOrThrow']>>

const refundOf = (row: RefundRow): Refund => ({
  id: row.id,
  kind: row.kind,
  attemptId: row.attempt_id,
  orderId: row.order_id,
  storeId: row.store_id,
  provider: row.provider,
  state: row.state,
  reason: row.reason,
  askedBy: row.asked_by,
  returnsStock: row.returns_stock,
  payment: {
    serviceId: row.service_id,
    terminalId: row.terminal_id,
    amountCents: row.paid_cents,
    currency: row.currency,
  },
  isOfTerminal: row.is_of_terminal,
  asked: { refundId: row.refund_key, amountCents: row.amount_cents, transactionId: row.paid_transaction_id },
  sentAt: row.sent_at,
})

export async function findRefund(db: Kysely<Database>, refundId: number): Promise<Refund | undefined> {
  const row = await refundRows(db).where('refund.id', '=', refundId).executeTakeFirst()
  return row && refundOf(row)
}

/** For a refund that is known to exist. */
export async function readRefund(db: Kysely<Database>, refundId: number): Promise<Refund> {
  return refundOf(await refundRows(db).where('refund.id', '=', refundId).executeTakeFirstOrThrow())
}
