import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import { isOpenRefund, readRefund, type Refund } from './refund-rows.ts'
import { writeRefund } from './write-refund.ts'

const MOST_AT_ONCE = 20

/** A reversal that never reached the terminal is retried: after a minute at first, then less and less often. */
const IS_DUE = sql<boolean>`NOT EXISTS (SELECT 1 FROM refund WHERE refund.attempt_id = payment_attempt.id
  AND (${isOpenRefund} OR refund.outcome_at
    > now() - greatest(interval '1 minute', (now() - payment_attempt.outcome_at) / 4)))`

/**
 * Money that was taken for an order that no longer waited for it is refunded automatically, in full. Stores the refunds that are
 * due and returns them, for this server to drive.
 */
export async function beginReversals(context: Context, owner: string): Promise<Refund[]> {
  const due = await context.db
    .selectFrom('payment_attempt')
    .select(['id', 'amount_cents'])
    .where('state', '=', sql.lit('REVERSAL_DUE' as const))
    .where(IS_DUE)
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute()
  const begun = await Promise.all(due.map(attempt => beginReversal(context, attempt, owner)))
  return begun.filter(refund => refund !== undefined)
}

async function beginReversal(context: Context, attempt: { id: number; amount_cents: number }, owner: string) {
  try {
    return await inTransaction(context.db, async trx => {
      const locked = await trx
        .selectFrom('payment_attempt')
        .select('id')
        .where('id', '=', attempt.id)
        .where('state', '=', 'REVERSAL_DUE')
        .where(IS_DUE)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!locked) return undefined
      const whole = { attemptId: attempt.id, amountCents: attempt.amount_cents, askedBy: null, returnsStock: false }
      const reason = 'the order no longer waited for its money'
      return readRefund(trx, await writeRefund(trx, { kind: 'reversal', reason, owner, ...whole }))
    })
  } catch (error) {
    // Another server was quicker.
    if (isUniqueViolation(error, 'refund_one_open_per_attempt')) return undefined
    throw error
  }
}
