import { sql } from 'kysely'
import { mayPayAgainAt, TIMEOUTS_COUNT_FOR_MS } from '#domain/payments/payment-pause.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { secondsFromNow } from './attempts.ts'

/** The shopper's payments that nobody came to since one succeeded, and what the database's clock says. */
export type Timeouts = { timeouts: number; last_timeout_at: Date | null; at: Date }

const sinceWhen = secondsFromNow(-TIMEOUTS_COUNT_FOR_MS / 1000)

/** A part of a statement's WITH. Aborted is what the shop stopped for its time; what a shopper or a bank ended (cancelled, declined) is none of them. */
export const timeoutsOf = (userId: number) => sql`
    missed AS (
      SELECT count(*)::integer AS timeouts, max(late.outcome_at) AS last_timeout_at, now() AS at
      FROM customer_order own JOIN payment_attempt late ON late.order_id = own.id
      WHERE own.user_id = ${userId} AND own.updated_at > ${sinceWhen} AND late.state = 'ABORTED'
        AND late.outcome_at > greatest(${sinceWhen},
          (SELECT max(paid.paid_at) FROM customer_order paid WHERE paid.user_id = ${userId} AND paid.paid_at IS NOT NULL)))`

/**
 * An account whose payments nobody comes to waits before it may hold a terminal again: who pays from afar would keep those away
 * who stand there.
 */
export function mustWait({ timeouts, last_timeout_at, at }: Timeouts) {
  const mayPayAt = mayPayAgainAt(timeouts, last_timeout_at, at)
  return mayPayAt && refuse('order.waitToPay', { may_pay_at: mayPayAt.toISOString() })
}
