import { sql } from 'kysely'
import { formatCents } from '#domain/money.ts'
import type { AttemptState, StringCode } from '#domain/payments/attempt-states.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { UNRESOLVED_QUERY_PERIOD_MS } from '#domain/payments/payment-timeouts.ts'
import { canRefundBecome, isRefundOpen, REFUND_STATES, type RefundState } from '#domain/payments/refund-states.ts'
import { findPaymentApp, getPaymentMethod } from '#domain/payments/terminals/terminal-providers.ts'
import { notifyShoppers } from '#server/modules/messaging/push/notify-shoppers.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { text } from '#server/texts/text.ts'
import { type Refund, releaseRefundedAmounts } from './refund-rows.ts'

export type RefundOutcome = {
  to: RefundState
  detail?: string | undefined
  answer?: TerminalAnswer | undefined
  source: 'live' | 'recovery' | 'admin'
  /** The admin who decided. */
  by?: { userId: number; reason: string }
  /** Settles only a refund that is not marked as sent: another server may have sent it since the caller read it. */
  onlyUnsent?: true
}

/** A refund as it was settled. */
export type RefundWritten = { state: RefundState }

type RefundContext = Pick<Context, 'config'> & { at: Date }

const pushTextName = ({ isOfTerminal, provider }: Refund) =>
  !isOfTerminal ? 'refundedByHand' : getPaymentMethod(provider) === 'phone' ? 'refundedInApp' : 'refunded'

/** Notifies the shopper of a refund: to the card, in the app, or by hand. */
async function notifyRefunded(trx: Trx, refund: Refund, { config, at }: RefundContext) {
  const order = await trx
    .selectFrom('customer_order')
    .select(['user_id', 'order_type', 'paid_at'])
    .where('id', '=', refund.orderId)
    .executeTakeFirstOrThrow()
  const { locale, currency } = config
  const amount = formatCents(refund.request.amountCents, { locale, currency })
  const page = order.order_type === 'preorder' ? `/preorders/${refund.orderId}` : `/purchases/${refund.orderId}`
  const push = pushTextName(refund)
  await notifyShoppers(
    trx,
    [
      {
        userId: order.user_id,
        reference: `refund ${refund.id} done`,
        text: language => ({
          title: text(language, `payments.push.${push}.title`),
          body: text(language, `payments.push.${push}.body`, {
            amount,
            app: findPaymentApp(refund.provider)?.name ?? '',
          }),
        }),
        // An order that never became a purchase has no page.
        url: order.paid_at === null ? '/home' : page,
      },
    ],
    { at },
  )
}

/**
 * Writes a refund's outcome: the refund, the rest of the payment, the order's history, and what modules registered (receipt, stock),
 * in one commit. A refund that already has an outcome keeps it; returns undefined when nothing was written.
 */
export async function settleRefund(
  context: Context,
  refund: Refund,
  outcome: RefundOutcome,
): Promise<RefundWritten | undefined> {
  const settled = await inTransaction(context.db, trx => writeOutcome(context, trx, { refund, outcome }))
  if (!settled) {
    if (outcome.to === 'DONE') await logContradiction(context, refund)
    return undefined
  }
  logOutcome(context, refund, { ...outcome, attempt: settled.attempt })
  return { state: outcome.to }
}

/** Writes the outcome as part of a larger transaction. Undefined: the refund already has one. */
export async function writeOutcome(context: Context, trx: Trx, { refund, outcome }: SettledRefund) {
  const at = context.now()
  // Locks the attempt first, as a refund request does: the opposite order would deadlock.
  await trx.selectFrom('payment_attempt').select('id').where('id', '=', refund.attemptId).forNoKeyUpdate().execute()
  if (!(await closeRefund(trx, refund.id, outcome))) return undefined
  const isDone = outcome.to === 'DONE'
  if (!isDone && !isRefundOpen(outcome.to)) await releaseRefundedAmounts(trx, refund.id)
  if (isDone) await notifyRefunded(trx, refund, { ...context, at })
  if (isDone) await context.settlement.refunded(trx, refund)
  if (outcome.by) await auditDecision(trx, refund, { to: outcome.to, author: { ...outcome.by, at } })
  if (refund.kind === 'reversal') return endReversal(trx, refund, { ...outcome, at })
  if (isDone || outcome.by) await recordRefund(trx, refund, { ...outcome, at })
  return { attempt: undefined }
}
type SettledRefund = { refund: Refund; outcome: RefundOutcome }

/** Records an admin's decision on a refund in the audit log, like any other change by an admin. */
const auditDecision = (trx: Trx, refund: Refund, { to, author }: { to: string; author: Author }) => {
  const change = { before: { refund: refund.state }, after: { refund: to } }
  return recordChange(trx, { kind: 'order', id: refund.orderId, ...change, author })
}

/** Compare-and-set: only from a state that may become this one. */
async function closeRefund(trx: Trx, refundId: number, outcome: RefundOutcome): Promise<boolean> {
  const states = outcome.onlyUnsent ? (['INTENT'] as const) : REFUND_STATES
  const from = states.filter(state => canRefundBecome(state, outcome.to))
  const { to, detail, answer } = outcome
  const closed = await trx
    .updateTable('refund')
    .set({
      state: to,
      ...(detail !== undefined && { detail }),
      ...(answer?.kind === 'approved' && answerColumns(answer)),
      outcome_at: isRefundOpen(to) ? null : sql`now()`,
      source: outcome.source,
    })
    .where('id', '=', refundId)
    .where('state', 'in', from)
    .executeTakeFirst()
  return closed.numUpdatedRows === 1n
}

const answerColumns = (answer: Extract<TerminalAnswer, { kind: 'approved' }>) => ({
  transaction_id: answer.transactionId,
  receipt_text: answer.receiptText ?? null,
  merchant_receipt_text: answer.merchantReceiptText ?? null,
})

/** The status stays complete; the order's history records who refunded what, and why. */
function recordRefund(trx: Trx, refund: Refund, outcome: RefundOutcome & { at: Date }) {
  const { by, to, at } = outcome
  const { userId, reason } = by ?? { userId: refund.askedBy, reason: refund.reason }
  const what = { kind: 'refund', refundId: refund.id, outcome: to, reason } as const
  const event = { from: 'complete', to: 'complete', actor: 'admin', userId, at } as const
  return recordOrderEvents(trx, [{ orderId: refund.orderId, ...what, ...event }])
}

/** The terminal reports a refund that an admin had recorded as not made. The record stays; the log reports the contradiction. */
async function logContradiction(context: Context, refund: Refund): Promise<void> {
  const row = await context.db
    .selectFrom('refund')
    .select('state')
    .where('id', '=', refund.id)
    .where('state', '=', 'NOT_PROCESSED')
    .where('source', '=', 'admin')
    .executeTakeFirst()
  if (!row) return
  const what = { refund: refund.id, order: refund.orderId, written: row.state }
  context.log.error(what, 'a terminal reports a refund that an admin had recorded as not made')
}

/** Logs outcomes other than DONE; those that need an admin as errors. */
function logOutcome(context: Context, refund: Refund, outcome: RefundOutcome & { attempt: string | undefined }): void {
  const { to, detail, attempt } = outcome
  const what = { refund: refund.id, order: refund.orderId, outcome: to, detail, attempt }
  if (to === 'UNRESOLVED') context.log.error(what, 'the outcome of a refund is unknown: an admin must decide')
  else if (attempt === 'REVIEW') context.log.error(what, 'a reversal failed: refund it by hand')
  else if (to !== 'DONE') context.log.warn(what, 'a refund failed')
}

/**
 * Moves the attempt by its reversal's outcome: REVERSED, or REVIEW when the terminal refused. A reversal that never reached the
 * terminal stays due, for two days.
 */
async function endReversal(trx: Trx, refund: Refund, outcome: RefundOutcome & { at: Date }) {
  const attempt = await moveAttempt(trx, refund.attemptId, outcome)
  if (attempt || outcome.by) await recordReversal(trx, refund, { ...outcome, attempt })
  return { attempt }
}

/** What an attempt becomes by the outcome of its reversal; by others it stays as it is. */
const ATTEMPT_CHANGES: Partial<Record<RefundState, { state: AttemptState; string_code: StringCode }>> = {
  // In the end nothing was paid.
  DONE: { state: 'REVERSED', string_code: 'USER_CANCELLED' },
  REFUSED: { state: 'REVIEW', string_code: 'UNKNOWN' },
  NOT_PROCESSED: { state: 'REVIEW', string_code: 'UNKNOWN' },
}

async function moveAttempt(trx: Trx, attemptId: number, { to }: RefundOutcome) {
  const becoming = ATTEMPT_CHANGES[to]
  if (!becoming) return undefined
  const moving = trx
    .updateTable('payment_attempt')
    .set(becoming)
    .where('id', '=', attemptId)
    .where('state', '=', 'REVERSAL_DUE')
    .returning('state')
  const tooOld = sql<boolean>`outcome_at < ${secondsFromNow(-UNRESOLVED_QUERY_PERIOD_MS / 1000)}`
  const moved = await (to === 'NOT_PROCESSED' ? moving.where(tooOld) : moving).executeTakeFirst()
  return moved?.state
}

/** Writes to the history of the order, which itself does not change. */
async function recordReversal(
  trx: Trx,
  refund: Refund,
  { attempt, by, to, source, at }: RefundOutcome & { at: Date; attempt: AttemptState | undefined },
): Promise<void> {
  const order = await trx
    .selectFrom('customer_order')
    .select(['status', 'cancelled_at'])
    .where('id', '=', refund.orderId)
    .executeTakeFirstOrThrow()
  const what = { kind: 'reversal', refundId: refund.id, outcome: attempt ?? to, reason: by?.reason } as const
  const actor = source === 'admin' ? 'admin' : source === 'live' ? 'terminal' : 'recovery'
  const end = order.cancelled_at === null ? order.status : 'cancelled'
  const event = { orderId: refund.orderId, from: order.status, to: end, actor, userId: by?.userId, at } as const
  await recordOrderEvents(trx, [{ ...what, ...event }])
}
