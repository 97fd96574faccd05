import { type SelectQueryBuilder, sql } from 'kysely'
import type { FilterCounts, ListSums } from '#contract/lists.ts'
import { eurosFromCents } from '#domain/money.ts'
import { isMadeByTest } from '#server/modules/payments/order-payments/attempts.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

type MatchingOrders = SelectQueryBuilder<Database, 'customer_order', {}>

const MAX_SUMMED = COUNTED_UP_TO + 1

/** What was paid and refunded of the orders; nothing above the limit of counting. */
export async function sumPayments(db: Db, matching: MatchingOrders): Promise<{ sums?: ListSums }> {
  const found = matching.select('customer_order.id').limit(MAX_SUMMED)
  const { rows } = await sql<{ paid: number; refunded: number }>`
    WITH found AS MATERIALIZED (${found})
    SELECT coalesce(sum(attempt.amount_cents), 0)::bigint AS paid, coalesce(sum(account.refunded_cents), 0)::bigint AS refunded
    FROM found JOIN payment_attempt attempt ON attempt.order_id = found.id AND attempt.state IN ('APPROVED', 'MANUAL')
    JOIN terminal ON terminal.id = attempt.terminal_id LEFT JOIN refund_account account ON account.attempt_id = attempt.id
    WHERE NOT ${isMadeByTest}
    HAVING (SELECT count(*) FROM found) <= ${COUNTED_UP_TO}`.execute(db)
  const [sums] = rows
  return sums ? { sums: { paid: eurosFromCents(sums.paid), refunded: eurosFromCents(sums.refunded) } } : {}
}

/** The total of the orders; nothing above the limit of counting. */
export async function sumTotals(db: Db, matching: MatchingOrders): Promise<{ sums?: ListSums }> {
  const found = matching.select('customer_order.total_cents').limit(MAX_SUMMED)
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(total_cents), 0)::bigint AS total FROM (${found}) AS found
    HAVING count(*) <= ${COUNTED_UP_TO}`.execute(db)
  return rows[0] ? { sums: { total: eurosFromCents(rows[0].total) } } : {}
}

/** How many of the orders have each status; a cancelled one keeps its status, and is counted as cancelled only. */
export async function countStatuses(db: Db, matching: MatchingOrders): Promise<{ counts?: FilterCounts }> {
  const found = matching
    .select(['customer_order.id', 'customer_order.status', 'customer_order.cancelled_at'])
    .limit(MAX_SUMMED)
  const { rows } = await sql<{ status: string; count: number }>`
    SELECT CASE WHEN cancelled_at IS NULL THEN status::text ELSE 'cancelled' END AS status, count(*) AS count
    FROM (${found}) AS found GROUP BY 1`.execute(db)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return total > COUNTED_UP_TO
    ? {}
    : { counts: { status: Object.fromEntries(rows.map(({ status, count }) => [status, count])) } }
}
