import { sql } from 'kysely'
import type { UnsettledMove } from '#contract/payments/payouts.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { Paging } from '#server/platform/db/lists/find-page.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { providerName } from './queries.ts'

/** Providers pay out within days; a payout that comes later than this should have the payment. */
const MAX_DAYS_TO_SETTLE = 7

const PAGE_SIZE = 50

type UnsettledRow = Omit<UnsettledMove, 'amount' | 'at'> & { cents: number; at: Date }

/**
 * Money that the provider says it moved, and that no uploaded report has. Whoever uploads reports once a month finds nothing of the days since
 * the last payout, which a later report may have.
 */
export async function findUnsettled(
  db: Db,
  { stores, sort = '-at', page = 1, size = PAGE_SIZE }: Paging & { stores: StoreScope },
) {
  const where = (at: ReturnType<typeof sql.ref>) => sql`${at} >= reports.first_day
    AND ${at} < reports.last_day - ${MAX_DAYS_TO_SETTLE}::integer AND ${inStores(stores, sql`orders.store_id`)}`
  const attempts = sql`reports JOIN terminal ON terminal.provider = reports.provider
    JOIN payment_attempt attempt ON attempt.terminal_id = terminal.id
    JOIN customer_order orders ON orders.id = attempt.order_id JOIN store ON store.id = orders.store_id`
  const rows = sql`
    WITH reports AS (
      SELECT payout.provider, min(coalesce(line.day, payout.paid_on)) AS first_day, max(payout.paid_on) AS last_day
      FROM payout JOIN settlement_line line ON line.payout_id = payout.id GROUP BY payout.provider),
    unsettled AS (
      SELECT attempt.id, 'payment' AS kind, reports.provider, attempt.order_id, store.name AS store,
        coalesce(attempt.unmatched_at, attempt.outcome_at) AS at, coalesce(attempt.unmatched_cents, attempt.amount_cents) AS cents,
        coalesce(attempt.transaction_id, '') AS reference
      FROM ${attempts}
      WHERE (attempt.state = 'APPROVED' OR (attempt.unmatched_source <> 'admin' AND attempt.state <> 'NOT_PROCESSED'))
        AND ${where(sql.ref('attempt.outcome_at'))}
        AND NOT EXISTS (SELECT FROM settlement_line line WHERE line.attempt_id = attempt.id AND line.kind = 'payment')
      UNION ALL
      SELECT refund.id, 'refund', reports.provider, refund.order_id, store.name, refund.outcome_at, 0 - refund.amount_cents,
        coalesce(refund.transaction_id, '')
      FROM ${attempts} JOIN refund ON refund.attempt_id = attempt.id
      WHERE refund.state = 'DONE' AND refund.source <> 'admin' AND ${where(sql.ref('refund.outcome_at'))}
        AND NOT EXISTS (SELECT FROM settlement_line line WHERE line.refund_id = refund.id))`
  const order = sort === 'at' ? sql`at, kind, id` : sql`at DESC, kind DESC, id DESC`
  const [found, counted] = await Promise.all([
    sql<UnsettledRow>`${rows} SELECT * FROM unsettled ORDER BY ${order} LIMIT ${size} OFFSET ${(page - 1) * size}`.execute(
      db,
    ),
    sql<{ count: number }>`${rows} SELECT count(*) AS count FROM unsettled`.execute(db),
  ])
  return {
    items: found.rows.map(({ cents, at, provider, ...row }): UnsettledMove => ({
      ...row,
      provider: providerName(provider),
      amount: eurosFromCents(cents),
      at: at.toISOString(),
    })),
    total: counted.rows[0]?.count ?? 0,
  }
}
