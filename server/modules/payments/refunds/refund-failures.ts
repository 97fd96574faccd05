import { sql } from 'kysely'
import type { RefundFailureEnd } from '#domain/payments/refund-states.ts'
import { LATE_PAYMENT, LATE_RETURN, type RefundFailure } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/**
 * Join condition: whether a failure report is about a refund. Matches the service's reference in the transaction id, which
 * its adapter stores as `tender.reference time`, or our own key if no answer came; only for a done refund's whole amount.
 */
export const isAboutRefund = sql<boolean>`((
    split_part(split_part(refund.transaction_id, ' ', 1), '.', 2) = failure.reference
    OR (refund.transaction_id IS NULL AND refund.refund_key = failure.merchant_reference))
  AND refund.state = 'DONE' AND refund.amount_cents = failure.amount_cents AND refund.currency = failure.currency)`

type LogReport = (what: object, words: string) => void
type FailureContext = Pick<Context, 'db' | 'now'> & { log: { warn: LogReport; error: LogReport } }

/**
 * Stores the failed refunds that a service reports; a repeated report changes nothing, and the refund keeps its outcome. A second
 * failure of the same refund, such as after the service had returned the money after all, is only logged: closed days must not
 * change.
 */
export async function saveRefundFailures(
  context: FailureContext,
  provider: string,
  failures: readonly RefundFailure[],
) {
  for (const failure of failures) {
    const { reference, merchantReference, event, reason, amountCents, currency, failedAt } = failure
    const what = { provider, reference, merchant_reference: merchantReference, event, reason, currency }
    const refund = await context.db
      .insertInto('refund_failure')
      .values({ ...what, amount_cents: amountCents, failed_at: failedAt ?? context.now() })
      .onConflict(conflict => conflict.columns(['provider', 'reference']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (refund) await logFailure(context, refund.id, failure)
    else await logSecondFailure(context, provider, failure)
  }
}

async function logFailure({ db, log }: FailureContext, failureId: number, { reference, event, reason }: RefundFailure) {
  if (event === LATE_RETURN || event === LATE_PAYMENT) return log.warn({ reference, reason }, event)
  const refund = await refundOfFailure(db, failureId)
  const what = { reference, event, reason, refund: refund?.id, order: refund?.order_id }
  // A refund made elsewhere, such as in the service's own pages, needs no action here.
  if (refund) log.error(what, 'a refund that was accepted returned no money: an admin must return it')
  else log.warn(what, 'a payment service reports a failed refund that this shop does not know')
}

async function logSecondFailure(
  { db, log }: FailureContext,
  provider: string,
  { reference, event, reason }: RefundFailure,
) {
  const first = await db
    .selectFrom('refund_failure')
    .select(['event', 'settled_as'])
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (first && first.event !== event)
    log.error(
      { reference, event, reason, first },
      'a refund failed a second time: look at it in the service’s own pages',
    )
}

const refundOfFailure = (db: Db, failureId: number) =>
  db
    .selectFrom('refund_failure as failure')
    .innerJoin('refund', join => join.on(isAboutRefund))
    .select(['refund.id', 'refund.order_id'])
    .where('failure.id', '=', failureId)
    .executeTakeFirst()

type FailureDecision = { refundId: number; as: RefundFailureEnd; userId: number; reason: string }

/** Records how the money of a failed refund was returned in the end; once. */
export const settleRefundFailure = ({ db, now }: Context, { refundId, as, userId, reason }: FailureDecision) =>
  inRefusableTransaction(db, async trx => {
    const failure = await lockFailure(trx, refundId)
    if (!failure) return refuse('refund.settled')
    const at = now()
    await trx
      .updateTable('refund_failure')
      .set({ settled_as: as, settled_at: at, settled_by: userId })
      .where('id', '=', failure.id)
      .execute()
    const author = { userId, reason, at }
    const change = { before: { refund: 'FAILED' }, after: { refund: as } }
    await recordChange(trx, { kind: 'order', id: failure.order_id, ...change, author })
    const { status, cancelled_at: cancelledAt, kind } = failure
    const event = { from: status, to: cancelledAt === null ? status : 'cancelled', actor: 'admin', userId, at } as const
    await recordOrderEvents(trx, [{ orderId: failure.order_id, kind, refundId, outcome: 'DONE', reason, ...event }])
    return { refundId }
  })

/** Locks a failure that is not settled; undefined if another admin has settled it. */
const lockFailure = (trx: Trx, refundId: number) =>
  trx
    .selectFrom('refund_failure as failure')
    .innerJoin('refund', join => join.on(isAboutRefund))
    .innerJoin('customer_order', 'customer_order.id', 'refund.order_id')
    .select(['failure.id', 'refund.order_id', 'refund.kind', 'customer_order.status', 'customer_order.cancelled_at'])
    .where('refund.id', '=', refundId)
    .where('failure.settled_as', 'is', null)
    .forUpdate('failure')
    .executeTakeFirst()
