import type { Context } from '#server/platform/context.ts'
import type { Attempt } from './attempts.ts'

/** The terminal took the money of a payment that ended without it by an admin's word. The word stands; somebody must know. */
export async function tellContradiction(context: Context, attempt: Attempt): Promise<void> {
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
