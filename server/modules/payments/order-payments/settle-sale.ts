import { sql } from 'kysely'
import { HOLDS_TERMINAL } from '#domain/payments/attempt-states.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { Context } from '#server/platform/context.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { inOneStatement } from '#server/platform/db/transaction.ts'
import type { Settlement } from '#server/platform/settlement-hooks.ts'
import { type Attempt, mayLeave } from './attempts.ts'

const AT_TERMINAL = sql.join(HOLDS_TERMINAL.map(state => sql.lit(state)))

type Values = {
  attemptId: number
  userId: number
  transactionId: string
  receiptText: string | null
  merchantReceiptText: string | null
  source: string
  actor: string
  at: string
}

/** Locks rows in the order of settle-attempt.ts: attempt, order, and then those of the modules. */
const settledWith = (settlement: Settlement) =>
  compiledOnce((db, sale: Values) => ({
    compile: () =>
      sql<{ id: number }>`
    WITH mine AS (
      SELECT payment_attempt.id, sold.id AS order_id
      FROM payment_attempt JOIN customer_order sold ON sold.id = payment_attempt.order_id
      WHERE payment_attempt.id = ${sale.attemptId} AND payment_attempt.state IN (${AT_TERMINAL})
        AND NOT coalesce(${mayLeave}, false)
        AND sold.status = 'payment_pending' AND sold.cancelled_at IS NULL AND sold.order_type = 'standard'
      FOR NO KEY UPDATE OF payment_attempt, sold
    ), closed AS (
      UPDATE payment_attempt SET state = 'APPROVED', string_code = 'SUCCESS', outcome_at = now(), source = ${sale.source},
        transaction_id = ${sale.transactionId}, receipt_text = ${sale.receiptText},
        merchant_receipt_text = ${sale.merchantReceiptText}
      FROM mine WHERE payment_attempt.id = mine.id
      RETURNING payment_attempt.id, mine.order_id
    ), moved AS (
      UPDATE customer_order SET status = 'complete', paid_at = now(), updated_at = now()
      FROM closed WHERE customer_order.id = closed.order_id
      RETURNING customer_order.*
    ), ${settlement.paid(sql`moved`)}, recorded AS (
      INSERT INTO order_event (order_id, from_status, to_status, actor, user_id, created_at, kind, attempt_id, outcome)
      SELECT id, 'payment_pending', status, ${sale.actor}, ${sale.userId}::integer, ${sale.at}::timestamptz, 'payment',
        ${sale.attemptId}::bigint, 'SUCCESS'
      FROM moved
    )
    SELECT id FROM closed`.compile(db),
  }))

const statements = new WeakMap<Settlement, ReturnType<typeof settledWith>>()

function getStatement(settlement: Settlement): ReturnType<typeof settledWith> {
  const known = statements.get(settlement) ?? settledWith(settlement)
  statements.set(settlement, known)
  return known
}

type Approval = Extract<TerminalAnswer, { kind: 'approved' }>

/**
 * Writes an approved payment in one statement and one commit: attempt, order, receipt, history, stock, and the version that
 * refreshes product lists. Returns false, for settleAttempt to handle, for a pre-order, an outcome that was long unknown, an
 * attempt that already has an outcome, or an order that no longer waits for payment.
 */
export async function settleSale(
  { db, now, settlement }: Context,
  { id, userId }: Attempt,
  { answer, source }: { answer: Approval; source: 'live' | 'recovery' },
): Promise<boolean> {
  const values: Values = {
    attemptId: id,
    userId,
    transactionId: answer.transactionId,
    receiptText: answer.receiptText ?? null,
    merchantReceiptText: answer.merchantReceiptText ?? null,
    source,
    actor: source === 'live' ? 'terminal' : 'recovery',
    at: now().toISOString(),
  }
  const rows = await inOneStatement(() => getStatement(settlement)(db, values))
  return rows.length > 0
}
