import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { RefundPlan } from '#domain/payments/refund.ts'
import { leaseEnd } from '#server/modules/payments/terminal-operations/leases.ts'
import type { Database } from '#server/platform/schema/tables.ts'

export type NewRefund = {
  kind: 'refund' | 'reversal'
  attemptId: number
  amountCents: number
  reason: string
  askedBy: number | null
  returnsStock: boolean
  owner: string
}

/**
 * Writes a refund's intent and returns its id; the caller holds the lock on the attempt's row. The refunded sum grows in the same
 * statement, and a check in the schema rejects one above what was paid.
 */
export async function writeRefund(trx: Transaction<Database>, refund: NewRefund): Promise<number> {
  const { kind, attemptId, amountCents, reason, askedBy, returnsStock, owner } = refund
  await sql`
    INSERT INTO refund_account (attempt_id, paid_cents)
    SELECT id, amount_cents FROM payment_attempt WHERE id = ${attemptId}
    ON CONFLICT (attempt_id) DO NOTHING`.execute(trx)
  const written = await sql<{ id: number }>`
    WITH held AS (
      UPDATE refund_account SET given_back_cents = given_back_cents + ${amountCents}::integer
      WHERE attempt_id = ${attemptId}
      RETURNING attempt_id
    )
    INSERT INTO refund (kind, attempt_id, order_id, refund_key, amount_cents, currency, state, reason, asked_by,
      returns_stock, owner, lease_until)
    SELECT ${kind}, attempt.id, attempt.order_id, ${randomUUID().replaceAll('-', '')}, ${amountCents}::integer,
      attempt.currency, 'INTENT', ${reason}, ${askedBy}::integer, ${returnsStock}::boolean, ${owner}, ${leaseEnd()}
    FROM held JOIN payment_attempt attempt ON attempt.id = held.attempt_id
    RETURNING id`.execute(trx)
  const [row] = written.rows
  if (!row) throw new Error(`payment attempt ${attemptId} is gone`)
  return row.id
}

/** Writes the refund's lines and VAT; each order line's refunded sums grow with them, under checks in the schema. */
export async function writeRefundLines(trx: Transaction<Database>, refundId: number, { lines, vat }: RefundPlan) {
  await sql`
    UPDATE order_line SET given_back_cents = order_line.given_back_cents + part.cents,
      given_back_thousandths = order_line.given_back_thousandths + part.thousandths
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
export async function freeAgain(trx: Transaction<Database>, refundId: number): Promise<void> {
  await sql`
    UPDATE refund_account SET given_back_cents = refund_account.given_back_cents - refund.amount_cents
    FROM refund WHERE refund.id = ${refundId} AND refund_account.attempt_id = refund.attempt_id`.execute(trx)
  await sql`
    UPDATE order_line SET given_back_cents = order_line.given_back_cents - part.amount_cents,
      given_back_thousandths = order_line.given_back_thousandths - part.quantity_thousandths
    FROM refund_line part WHERE part.refund_id = ${refundId} AND order_line.id = part.order_line_id`.execute(trx)
}
