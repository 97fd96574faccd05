import { sql } from 'kysely'
import { OPEN_STATES } from '#domain/attempt-states.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/refusal.ts'
import type { PaymentDesk } from './payment-desk.ts'

/** Writes down that the shopper wants to stop; the attempt's driver tells the terminal, whose answer decides. */
export async function abortPayment(context: Context, desk: PaymentDesk, userId: number) {
  const attempt = await context.db
    .updateTable('payment_attempt')
    .set({ abort_requested_at: sql`coalesce(abort_requested_at, now())` })
    .where('user_id', '=', userId)
    .where('state', 'in', [...OPEN_STATES])
    .returning('id')
    .executeTakeFirst()
  if (!attempt) return refuse('order.noAttempt')
  desk.noticeAbort(attempt.id)
  return {}
}
