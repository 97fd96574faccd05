import { sql } from 'kysely'
import { mayPayAgainAt, TIMEOUTS_COUNT_FOR_MS } from '#domain/payments/payment-pause.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** The shopper's payments that timed out since the last successful one, and the database's current time. */
export type Timeouts = { timeouts: number; last_timeout_at: Date | null; at: Date }

const sinceWhen = secondsFromNow(-TIMEOUTS_COUNT_FOR_MS / 1000)

/**
 * Part of a statement's WITH. Counts ABORTED attempts, which the shop stopped when their time ran out; not those that the shopper
 * or the bank ended (cancelled, declined).
 */
export const timeoutsOf = (userId: number) => sql`
    missed AS (
      SELECT count(*)::integer AS timeouts, max(late.outcome_at) AS last_timeout_at, now() AS at
      FROM payment_attempt late
      WHERE late.user_id = ${userId} AND late.state = 'ABORTED' AND late.holds_terminal
        AND late.outcome_at > greatest(${sinceWhen},
          (SELECT max(paid.paid_at) FROM customer_order paid WHERE paid.user_id = ${userId} AND paid.paid_at IS NOT NULL)))`

/**
 * An account whose payments keep timing out must wait before it may hold a terminal again: a payer who is not in the store would
 * keep the terminal from the shoppers who are.
 */
export function mustWait({ timeouts, last_timeout_at, at }: Timeouts) {
  const mayPayAt = mayPayAgainAt(timeouts, last_timeout_at, at)
  return mayPayAt && refuse('order.waitToPay', { may_pay_at: mayPayAt.toISOString() })
}
