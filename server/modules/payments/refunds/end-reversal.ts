import { sql, type Transaction } from 'kysely'
import { UNRESOLVED_ASKED_FOR_MS } from '#domain/payments/payment-attempt.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import { secondsFromNow } from '#server/modules/payments/payments/attempts.ts'
import type { RefundOutcome } from './refund-outcome.ts'
import type { Refund } from './refund-rows.ts'

/**
 * Moves the attempt by its reversal's outcome: REVERSED, or REVIEW when the terminal refused. A reversal that never reached the
 * terminal stays due, for two days.
 */
export async function endReversal(trx: Transaction<Database>, refund: Refund, outcome: RefundOutcome & { at: Date }) {
  const attempt = await moveAttempt(trx, refund.attemptId, outcome)
  if (attempt || outcome.by) await recordReversal(trx, refund, { ...outcome, attempt })
  return { attempt }
}

async function moveAttempt(trx: Transaction<Database>, attemptId: number, { to }: RefundOutcome) {
  const becoming = {
    // In the end nothing was paid.
    DONE: { state: 'REVERSED', string_code: 'USER_CANCELLED' },
    REFUSED: { state: 'REVIEW', string_code: 'UNKNOWN' },
    NOT_PROCESSED: { state: 'REVIEW', string_code: 'UNKNOWN' },
  } as const
  if (to !== 'DONE' && to !== 'REFUSED' && to !== 'NOT_PROCESSED') return undefined
  const moving = trx
    .updateTable('payment_attempt')
    .set(becoming[to])
    .where('id', '=', attemptId)
    .where('state', '=', 'REVERSAL_DUE')
    .returning('state')
  const tooOld = sql<boolean>`outcome_at < ${secondsFromNow(-UNRESOLVED_ASKED_FOR_MS / 1000)}`
  const moved = await (to === 'NOT_PROCESSED' ? moving.where(tooOld) : moving).executeTakeFirst()
  return moved?.state
}

/** Writes to the history of the order, which itself does not change. */
async function recordReversal(
  trx: Transaction<Database>,
  refund: Refund,
  { attempt, by, to, source, at }: RefundOutcome & { at: Date; attempt: string | undefined },
): Promise<void> {
  const order = await trx
    .selectFrom('customer_order')
    .select(['status', 'cancelled_at'])
    .where('id', '=', refund.orderId)
    .executeTakeFirstOrThrow()
  const what = `payment attempt ${refund.attemptId} given back by refund ${refund.id}: ${attempt ?? to}`
  const reason = by ? `${what}, by the word of an admin: ${by.reason}` : what
  const actor = source === 'admin' ? 'admin' : source === 'live' ? 'terminal' : 'recovery'
  const end = order.cancelled_at === null ? order.status : 'cancelled'
  const event = { orderId: refund.orderId, from: order.status, to: end, actor, reason, at } as const
  await recordOrderEvents(trx, [{ ...event, ...(by && { userId: by.userId }) }])
}
