import { sql } from 'kysely'
import { OPEN_REFUND_STATES, type RefundState } from '#domain/payments/refund-states.ts'
import type { RefundPlan } from '#domain/payments/refund.ts'
import {
  type TerminalPayment,
  type TerminalRefund,
  newIdempotencyKey,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import { leaseEnd } from '#server/modules/payments/terminal-operations/leases.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

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
  request: TerminalRefund
  /** From this moment on the terminal may have received it. */
  sentAt: Date | null
}

const OPEN_STATES_SQL = sql.join(OPEN_REFUND_STATES.map(state => sql.lit(state)))
/** Literals, so that the planner can choose a partial index. */
export const isOpenRefund = sql<boolean>`refund.state IN (${OPEN_STATES_SQL})`

/** Whether the payment was sent to its terminal, or may have been. False if an admin recorded it as paid in another way. */
export const isOfTerminal = (attempt: 'attempt' | 'payment_attempt') =>
  sql<boolean>`(${sql.ref(attempt)}.state <> 'MANUAL' OR ${sql.ref(attempt)}.sent_at IS NOT NULL)`

const otherKeys = sql<string[]>`ARRAY(SELECT other.refund_key FROM refund other
  WHERE other.attempt_id = refund.attempt_id AND other.id <> refund.id)`

const refundRows = (db: Db) =>
  db
    .selectFrom('refund')
    .innerJoin('payment_attempt as attempt', 'attempt.id', 'refund.attempt_id')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .select(['refund.id', 'refund.kind', 'refund.attempt_id', 'refund.order_id', 'refund.refund_key'])
    .select(['refund.amount_cents', 'refund.currency', 'refund.state', 'refund.reason', 'refund.requested_by'])
    .select([
      'refund.returns_stock',
      'refund.sent_at',
      'refund.accepted_at',
      'attempt.service_id',
      'attempt.terminal_id',
    ])
    .select(['attempt.amount_cents as paid_cents', 'attempt.transaction_id as paid_transaction_id'])
    .select(otherKeys.as('other_keys'))
    .select(['terminal.store_id', 'terminal.provider', isOfTerminal('attempt').as('is_of_terminal')])

type RefundRow = Awaited<ReturnType<ReturnType<typeof refundRows>['executeTakeFirstOrThrow']>>

const toRefund = (row: RefundRow): Refund => ({
  id: row.id,
  kind: row.kind,
  attemptId: row.attempt_id,
  orderId: row.order_id,
  storeId: row.store_id,
  provider: row.provider,
  state: row.state,
  reason: row.reason,
  askedBy: row.requested_by,
  returnsStock: row.returns_stock,
  payment: {
    serviceId: row.service_id,
    terminalId: row.terminal_id,
    amountCents: row.paid_cents,
    currency: row.currency,
  },
  isOfTerminal: row.is_of_terminal,
  request: {
    refundId: row.refund_key,
    amountCents: row.amount_cents,
    transactionId: row.paid_transaction_id,
    otherIds: row.other_keys,
    isAccepted: row.accepted_at !== null,
  },
  sentAt: row.sent_at,
})

export async function findRefund(db: Db, refundId: number): Promise<Refund | undefined> {
  const row = await refundRows(db).where('refund.id', '=', refundId).executeTakeFirst()
  return row && toRefund(row)
}

/** For a refund that is known to exist. */
export async function getRefund(db: Db, refundId: number): Promise<Refund> {
  return toRefund(await refundRows(db).where('refund.id', '=', refundId).executeTakeFirstOrThrow())
}

/** These refunds, oldest first, in one query. */
export async function listRefunds(db: Db, ids: readonly number[]): Promise<Refund[]> {
  if (ids.length === 0) return []
  const rows = await refundRows(db).where('refund.id', '=', anyId(ids)).orderBy('refund.id').execute()
  return rows.map(toRefund)
}

type NewRefund = {
  kind: 'refund' | 'reversal'
  attemptId: number
  amountCents: number
  reason: string
  askedBy: number | null
  returnsStock: boolean
  isFreeSum?: boolean
  owner: string
}

/**
 * Writes a refund's intent and returns its id; the caller holds the lock on the attempt's row. The refunded sum grows in the same
 * statement, and a check in the schema rejects one above what was paid.
 */
export async function writeRefund(trx: Trx, refund: NewRefund): Promise<number> {
  const { kind, attemptId, amountCents, reason, askedBy, returnsStock, isFreeSum = false, owner } = refund
  await sql`
    INSERT INTO refund_account (attempt_id, paid_cents)
    SELECT id, amount_cents FROM payment_attempt WHERE id = ${attemptId}
    ON CONFLICT (attempt_id) DO NOTHING`.execute(trx)
  const inserted = await sql<{ id: number }>`
    WITH account AS (
      UPDATE refund_account SET refunded_cents = refunded_cents + ${amountCents}::integer
      WHERE attempt_id = ${attemptId}
      RETURNING attempt_id
    )
    INSERT INTO refund (kind, attempt_id, order_id, refund_key, amount_cents, currency, state, reason, requested_by,
      returns_stock, is_free_sum, owner, lease_until)
    SELECT ${kind}, attempt.id, attempt.order_id, ${newIdempotencyKey()}, ${amountCents}::integer,
      attempt.currency, 'INTENT', ${reason}, ${askedBy}::integer, ${returnsStock}::boolean, ${isFreeSum}::boolean, ${owner}, ${leaseEnd()}
    FROM account JOIN payment_attempt attempt ON attempt.id = account.attempt_id
    RETURNING id`.execute(trx)
  const [row] = inserted.rows
  if (!row) throw new Error(`payment attempt ${attemptId} is gone`)
  return row.id
}

/** Writes the refund's lines and VAT; each order line's refunded sums grow with them, under checks in the schema. */
export async function writeRefundLines(trx: Trx, refundId: number, { lines, vat }: RefundPlan) {
  await sql`
    UPDATE order_line SET refunded_cents = order_line.refunded_cents + part.cents,
      refunded_thousandths = order_line.refunded_thousandths + part.thousandths
    FROM unnest(${lines.map(line => line.lineId)}::bigint[], ${lines.map(line => line.amountCents)}::integer[],
      ${lines.map(line => line.quantityThousandths)}::bigint[]) AS part (line_id, cents, thousandths)
    WHERE order_line.id = part.line_id`.execute(trx)
  await trx
    .insertInto('refund_line')
    .values(
      lines.map(line => ({
        refund_id: refundId,
        order_line_id: line.lineId,
        quantity_thousandths: line.quantityThousandths,
        amount_cents: line.amountCents,
        amounts_cents: line.labelsCents && [...line.labelsCents],
      })),
    )
    .execute()
  await trx
    .insertInto('refund_vat')
    .values(
      vat.map(({ rateBasisPoints, grossCents, vatCents }) => ({
        refund_id: refundId,
        rate_basis_points: rateBasisPoints,
        gross_cents: grossCents,
        vat_cents: vatCents,
      })),
    )
    .execute()
}

/** Releases the part of the payment and of the lines that a failed refund had reserved. */
export async function releaseRefundedAmounts(trx: Trx, refundId: number): Promise<void> {
  await sql`
    UPDATE refund_account SET refunded_cents = refund_account.refunded_cents - refund.amount_cents
    FROM refund WHERE refund.id = ${refundId} AND refund_account.attempt_id = refund.attempt_id`.execute(trx)
  await sql`
    UPDATE order_line SET refunded_cents = order_line.refunded_cents - part.amount_cents,
      refunded_thousandths = order_line.refunded_thousandths - part.quantity_thousandths
    FROM refund_line part WHERE part.refund_id = ${refundId} AND order_line.id = part.order_line_id`.execute(trx)
}
