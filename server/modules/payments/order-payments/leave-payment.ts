import { sql, type SqlBool } from 'kysely'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { LEAVE_AFTER_MS } from '#domain/payments/payment-attempt.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findOpenAttempt } from './attempts.ts'

/**
 * For a row of payment_attempt: whether its outcome has been unknown for so long that the shopper need not wait; null if it is
 * known.
 */
export const mayLeave = sql<SqlBool>`payment_attempt.unknown_since <= now() - ${sql.lit(`${LEAVE_AFTER_MS / 1000} seconds`)}::interval`

/**
 * The shopper stops waiting in the app for an unknown outcome. Nothing else changes: the attempt stays open, so that its order can't be
 * paid again and no other payment begins, and its outcome is emailed when it is known.
 */
export async function leavePayment({ db }: Context, userId: number) {
  const left = await db
    .updateTable('payment_attempt')
    .set({ left_at: sql`coalesce(left_at, now())` })
    .where('user_id', '=', userId)
    .where('state', 'in', [...OPEN_STATES])
    .where(mayLeave)
    .returning('id')
    .executeTakeFirst()
  if (left) return {}
  return refuse((await findOpenAttempt(db, userId)) ? 'order.paymentPending' : 'order.noAttempt')
}
