import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders/order.ts'
import {
  ATTEMPT_STATES,
  canAttemptBecome,
  orderStatusAfter,
  getStringCode,
  type AttemptState,
  type StringCode,
} from '#domain/payments/attempt-states.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { LEAVE_AFTER_MS } from '#domain/payments/payment-timeouts.ts'
import { recordChange as audit } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { inOneStatement, inTransaction } from '#server/platform/db/transaction.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import type { Settlement } from '#server/platform/settlement-hooks.ts'
import type { Attempt } from './attempts.ts'
import { notifySettledLate } from './notify-settled-late.ts'

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
  const settled = await writeOutcome(context, attempt, outcome)
  if (!settled.is_closed) {
    if (outcome.to === 'APPROVED') await logContradiction(context, attempt)
    return undefined
  }
  const { written_state: state, written_code: stringCode, is_moved: isMoved } = settled
  if (!isMoved && (state !== outcome.to || !outcome.by)) {
    const what = { attempt: attempt.id, order: attempt.orderId, outcome: outcome.to, written: state }
    context.log.error(what, 'a payment attempt ended, but its order was not payment_pending')
  }
  return { state, stringCode }
}

/** In one statement and one commit, unless an admin's decision or a late outcome has more to write. */
async function writeOutcome(context: Context, attempt: Attempt, outcome: Outcome): Promise<SettledRow> {
  const values = toValues(context, attempt, outcome)
  if (!outcome.by) {
    const settled = await inOneStatement(() => callSettle(context, context.db, values))
    if (!settled.is_late) return settled
  }
  return inTransaction(context.db, async trx => {
    const settled = await callSettle(context, trx, { ...values, acceptsLate: true })
    if (!settled.is_closed) return settled
    const { to_status: status, is_preorder: isPreorder } = settled
    await auditDecision(trx, attempt, { outcome, settled, at: context.now() })
    const order = { status, order_type: isPreorder ? ('preorder' as const) : ('standard' as const) }
    if (settled.is_late) await notifySettledLate(context, trx, { attempt, order })
    return settled
  })
}

/** What `settle_payment` of the schema reads. */
type SettleValues = {
  attemptId: number
  fromStates: readonly AttemptState[]
  to: AttemptState
  code: StringCode
  source: Outcome['source']
  isDecision: boolean
  onlyUnsent: boolean
  acceptsLate: boolean
  transactionId: string | null
  slip: string | null
  merchantSlip: string | null
  /** Taken, and matched by no sale: another amount than requested. */
  unmatchedCents: number | null
  statusAfter: OrderStatus
  actor: string
  userId: number
  eventOutcome: string
  reason: string | null
  at: string
}

type SettledRow =
  | { is_closed: false; is_late: null }
  | {
      is_closed: true
      is_moved: boolean
      is_late: boolean | null
      written_state: AttemptState
      written_code: StringCode
      from_status: OrderStatus
      to_status: OrderStatus
      is_preorder: boolean
    }

const UNSENT_STATES: readonly AttemptState[] = ['QUEUED', 'INTENT']

/** The states in which the caller may have seen the attempt. */
function statesBefore({ by, onlyUnsent }: Outcome): readonly AttemptState[] {
  if (by) return [by.seen]
  return onlyUnsent ? UNSENT_STATES : ATTEMPT_STATES
}

function toValues(context: Context, { id: attemptId, userId }: Attempt, outcome: Outcome): SettleValues {
  const { to, stringCode, source, by } = outcome
  const approved = outcome.answer?.kind === 'approved' ? outcome.answer : undefined
  return {
    attemptId,
    fromStates: statesBefore(outcome).filter(state => canAttemptBecome(state, to)),
    to,
    code: stringCode,
    source,
    isDecision: by !== undefined,
    onlyUnsent: outcome.onlyUnsent ?? false,
    acceptsLate: false,
    transactionId: approved?.transactionId ?? null,
    slip: approved?.receiptText ?? null,
    merchantSlip: approved?.merchantReceiptText ?? null,
    unmatchedCents: (to === 'REVIEW' && approved?.amountCents) || null,
    statusAfter: orderStatusAfter(to, 'checkout'),
    actor: by ? 'admin' : source === 'live' ? 'terminal' : 'recovery',
    userId: by?.userId ?? userId,
    eventOutcome: by ? to : getStringCode(to, stringCode),
    reason: by?.reason ?? null,
    at: context.now().toISOString(),
  }
}

/** With a complete order the modules write what they registered. */
const settledWith = (settlement: Settlement) =>
  compiledOnce((db, values: SettleValues) => ({
    compile: () =>
      sql<SettledRow>`SELECT settled.*, ${settlement.paid(sql`settled.completed_order`)} FROM settle_payment(
        attempt => ${values.attemptId}, from_states => ${values.fromStates}, to_state => ${values.to}, code => ${values.code},
        outcome_source => ${values.source}, admin_decides => ${values.isDecision}, only_unsent => ${values.onlyUnsent},
        accepts_late => ${values.acceptsLate}, terminal_transaction => ${values.transactionId}, slip => ${values.slip},
        merchant_slip => ${values.merchantSlip}, unmatched => ${values.unmatchedCents}, status_after => ${values.statusAfter},
        leave_seconds => ${sql.lit(LEAVE_AFTER_MS / 1000)}, event_actor => ${values.actor}, event_user => ${values.userId},
        event_outcome => ${values.eventOutcome}, event_reason => ${values.reason}, event_at => ${values.at}) AS settled`.compile(
        db,
      ),
  }))

const settleStatements = new WeakMap<Settlement, ReturnType<typeof settledWith>>()

async function callSettle({ settlement }: Context, db: Db, values: SettleValues): Promise<SettledRow> {
  const statement = settleStatements.get(settlement) ?? settledWith(settlement)
  settleStatements.set(settlement, statement)
  const [row] = await statement(db, values)
  if (!row) throw new Error('settle_payment returned nothing')
  return row
}

type DecidedAttempt = { outcome: Outcome; settled: Extract<SettledRow, { is_closed: true }>; at: Date }

/** Records an admin's decision on a payment in the audit log, like any other change by an admin. */
async function auditDecision(trx: Trx, { orderId: id }: Attempt, { outcome: { by, to }, settled, at }: DecidedAttempt) {
  if (!by) return
  const before = { status: settled.from_status, payment: by.seen }
  const author = { userId: by.userId, reason: by.reason, at }
  await audit(trx, { kind: 'order', id, before, after: { status: settled.to_status, payment: to }, author })
}
