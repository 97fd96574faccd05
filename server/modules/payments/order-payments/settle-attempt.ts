import { sql } from 'kysely'
import { orderCan, statusesThat, type OrderStatus } from '#domain/orders/order.ts'
import {
  ATTEMPT_STATES,
  canAttemptBecome,
  orderStatusAfter,
  getStringCode,
  type AttemptState,
  type StringCode,
} from '#domain/payments/attempt-states.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { recordChange as audit } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { type Attempt, mayLeave } from './attempts.ts'
import { notifySettledLate } from './notify-settled-late.ts'
import { settleSale } from './settle-sale.ts'

/** The terminal reports a payment that an admin had recorded as not paid. The record stays; the log reports the contradiction. */
async function logContradiction(context: Context, attempt: Attempt): Promise<void> {
  const row = await context.db
    .selectFrom('payment_attempt')
    .select('state')
    .where('id', '=', attempt.id)
    .where('source', '=', 'admin')
    .where('state', '<>', 'MANUAL')
    .executeTakeFirst()
  if (!row) return
  const what = { attempt: attempt.id, order: attempt.orderId, written: row.state }
  context.log.error(what, 'a terminal reports a payment that an admin had recorded as not paid')
}

export type Outcome = {
  to: AttemptState
  stringCode: StringCode
  answer?: TerminalAnswer | undefined
  source: 'live' | 'recovery' | 'admin'
  /** The admin who decided, with the attempt's state as the admin saw it. */
  by?: { userId: number; reason: string; seen: AttemptState }
  /** Settles only an attempt that is not marked as sent: another server may have sent it since the caller read it. */
  onlyUnsent?: true
}

/** An attempt as it was settled, which may differ from the requested outcome. */
export type WrittenOutcome = { state: AttemptState; stringCode: StringCode }

/**
 * Writes the outcome: attempt, order, stock and order history in one commit, before it is reported. An attempt that already has
 * an outcome keeps it, so that the same response may arrive twice. Money taken for an order that no longer waits for it is not a
 * sale and is refunded. Returns undefined when nothing was written.
 */
export async function settleAttempt(
  context: Context,
  attempt: Attempt,
  outcome: Outcome,
): Promise<WrittenOutcome | undefined> {
  const { to, stringCode, answer, source } = outcome
  if (to === 'APPROVED' && stringCode === 'SUCCESS' && answer?.kind === 'approved' && source !== 'admin') {
    if (await settleSale(context, attempt, { answer, source })) return { state: 'APPROVED', stringCode: 'SUCCESS' }
  }
  const settled = await inTransaction(context.db, async trx => {
    const closed = await closeAttempt(trx, attempt.id, outcome)
    if (!closed) return undefined
    const order = await moveOrder(context, trx, { attempt, outcome })
    const hasChanged = order && order.from_status !== order.status
    if (hasChanged || outcome.by) {
      const change = { ...outcome, ...(order ?? (await readOrder(trx, attempt))), at: context.now() }
      await recordChange(trx, attempt, change)
      await auditDecision(trx, attempt, change)
    }
    const isLate = order?.from_status === 'error' || closed.wasLongUnknown
    if (order && hasChanged && order.status !== 'error' && isLate)
      await notifySettledLate(context, trx, { attempt, order })
    const isPaidForNothing = !order && (outcome.to === 'APPROVED' || outcome.to === 'MANUAL')
    if (isPaidForNothing) await markForReversal(trx, attempt.id, outcome.source)
    const written = isPaidForNothing ? FOR_REVERSAL : { state: outcome.to, stringCode: outcome.stringCode }
    return { written, isLost: isPaidForNothing || (!order && !outcome.by) }
  })
  if (!settled) {
    if (outcome.to === 'APPROVED') await logContradiction(context, attempt)
    return undefined
  }
  if (settled.isLost) {
    const what = { attempt: attempt.id, order: attempt.orderId, outcome: outcome.to, written: settled.written.state }
    context.log.error(what, 'a payment attempt ended, but its order was not payment_pending')
  }
  return settled.written
}

const FOR_REVERSAL = { state: 'REVERSAL_DUE', stringCode: 'UNKNOWN' } as const

/** Runs in the transaction that has just closed the attempt, so that it is never visible as approved. */
const markForReversal = (trx: Trx, attemptId: number, source: Outcome['source']) =>
  trx
    .updateTable('payment_attempt')
    .set(eb => ({
      state: FOR_REVERSAL.state,
      string_code: FOR_REVERSAL.stringCode,
      taken_at: eb.ref('outcome_at'),
      taken_cents: eb.ref('amount_cents'),
      taken_source: source,
    }))
    .where('id', '=', attemptId)
    .execute()

const UNSENT: readonly AttemptState[] = ['QUEUED', 'INTENT']

/** The states in which the caller may have seen the attempt. */
function statesBefore({ by, onlyUnsent }: Outcome): readonly AttemptState[] {
  if (by) return [by.seen]
  return onlyUnsent ? UNSENT : ATTEMPT_STATES
}

/** Compare-and-set: only from a state that may become this one. */
async function closeAttempt(trx: Trx, attemptId: number, outcome: Outcome) {
  const from = statesBefore(outcome).filter(state => canAttemptBecome(state, outcome.to))
  const approved = outcome.answer?.kind === 'approved' ? outcome.answer : undefined
  const closing = trx
    .updateTable('payment_attempt')
    .set({
      state: outcome.to,
      string_code: outcome.stringCode,
      // An admin's decision keeps what a terminal reported before.
      ...(!outcome.by && {
        transaction_id: approved?.transactionId ?? null,
        receipt_text: approved?.receiptText ?? null,
        merchant_receipt_text: approved?.merchantReceiptText ?? null,
      }),
      outcome_at: sql`now()`,
      source: outcome.source,
      // Another amount than requested: not a sale yet, but the terminal has taken it.
      ...(approved &&
        outcome.to === 'REVIEW' && {
          taken_at: sql`now()`,
          taken_cents: approved.amountCents,
          taken_source: outcome.source,
        }),
    })
    .where('id', '=', attemptId)
    .where('state', 'in', from)
  const only = outcome.onlyUnsent ? closing.where('sent_at', 'is', null) : closing
  return only.returning(sql<boolean>`coalesce(${mayLeave}, false)`.as('wasLongUnknown')).executeTakeFirst()
}

const WAITING = sql.join(statusesThat(orderCan.awaitsTerminal).map(status => sql.lit(status)))

/**
 * Moves the order with its attempt. An order that returns to checkout while the shopper has another order there, or one at a
 * terminal that may return there too, is cancelled instead: each user has one order at checkout. A pre-order becomes booked or
 * delivered again. With a complete order the modules write what they registered.
 */
async function moveOrder(
  { settlement }: Context,
  trx: Trx,
  { attempt, outcome }: { attempt: Attempt; outcome: Outcome },
) {
  const after = orderStatusAfter(outcome.to, 'checkout')
  const goesBack = after === 'checkout'
  const moved = await sql<Change & { order_type: 'standard' | 'preorder' }>`
    WITH moved AS (UPDATE customer_order AS mine
    SET status = CASE WHEN ${goesBack}::boolean THEN attempt.order_status_before ELSE ${after} END,
      paid_at = CASE WHEN ${after === 'complete'}::boolean THEN now() END,
      cancelled_at = CASE WHEN ${goesBack}::boolean AND attempt.order_status_before = 'checkout'
        AND EXISTS (SELECT 1 FROM customer_order other WHERE other.user_id = mine.user_id AND other.id <> mine.id
          AND other.status IN ('checkout', 'payment_pending') AND other.cancelled_at IS NULL
          AND (other.status = 'checkout' OR other.order_type = 'standard')) THEN now() END,
      updated_at = now()
    FROM payment_attempt attempt, customer_order before
    WHERE mine.id = ${attempt.orderId} AND before.id = mine.id AND attempt.id = ${attempt.id}
      AND mine.status IN (${WAITING}) AND mine.cancelled_at IS NULL
    RETURNING before.status AS from_status, mine.*), ${settlement.paid(sql`moved`)}
    SELECT from_status, status, cancelled_at IS NOT NULL AS is_cancelled, order_type FROM moved`.execute(trx)
  return moved.rows[0]
}

type Change = { from_status: OrderStatus; status: OrderStatus; is_cancelled: boolean }

/** Reads the order if the outcome leaves it as it is. */
async function readOrder(trx: Trx, { orderId }: Attempt): Promise<Change> {
  const order = trx.selectFrom('customer_order').select(['status', 'cancelled_at']).where('id', '=', orderId)
  const { status, cancelled_at } = await order.executeTakeFirstOrThrow()
  return { from_status: status, status, is_cancelled: cancelled_at !== null }
}

const recordChange = (trx: Trx, attempt: Attempt, change: Outcome & Change & { at: Date }) =>
  recordOrderEvents(trx, [
    {
      orderId: attempt.orderId,
      from: change.from_status,
      to: change.is_cancelled ? 'cancelled' : change.status,
      actor: change.by ? 'admin' : change.source === 'live' ? 'terminal' : 'recovery',
      userId: change.by?.userId ?? attempt.userId,
      kind: 'payment',
      attemptId: attempt.id,
      outcome: change.by ? change.to : getStringCode(change.to, change.stringCode),
      reason: change.by?.reason,
      at: change.at,
    },
  ])

/** Records an admin's decision on a payment in the audit log, like any other change by an admin. */
async function auditDecision(trx: Trx, { orderId: id }: Attempt, change: Outcome & Change & { at: Date }) {
  const { by, to, from_status, status, at } = change
  if (!by) return
  const before = { status: from_status, payment: by.seen }
  const author = { userId: by.userId, reason: by.reason, at }
  await audit(trx, { kind: 'order', id, before, after: { status, payment: to }, author })
}
