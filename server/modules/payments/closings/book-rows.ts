import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Booked, MoneyMove, RefundGroup, SaleGroup, TerminalDay } from '#domain/payments/closing.ts'
import { isAboutRefund } from '#server/modules/payments/refunds/refund-failures.ts'
import { clocks, dateOf, whileClock } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** Dates in each store's own calendar, both inclusive; all stores if `store` is undefined. */
export type Days = { from: string; until: string; store?: number | undefined; also?: AlsoAt }

/** A further condition of a moment; `clock` is the store's clock at that moment. */
export type AlsoAt = (at: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Matches a moment within the days, by the store's clock at that moment. The first two conditions are as wide as store clocks can
 * differ: the planner can estimate them and an index can use them.
 */
export const within = (at: RawBuilder<unknown>, { from, until, also }: Days) => sql`
  ${at} >= ${from}::date - 1 AND ${at} < ${until}::date + 3 ${also ? sql`AND ${also(at)}` : sql``}
  AND ${whileClock(at)} AND ${dateOf(at)} BETWEEN ${from}::date AND ${until}::date`

export const inStore = ({ store }: Days) => (store === undefined ? sql`true` : sql`clock.store_id = ${store}`)

/** The sales, refunds and money movements of these days, from receipts, refunds and terminal responses. */
export async function findBooked(db: Kysely<Database>, days: Days): Promise<Booked> {
  const [sales, refunds, moves] = await Promise.all([findSales(db, days), findRefunds(db, days), findMoves(db, days)])
  return { sales, refunds, moves }
}

/** Their sales and refunds only. */
export async function findBookedSales(db: Kysely<Database>, days: Days): Promise<Booked> {
  const [sales, refunds] = await Promise.all([findSales(db, days), findRefunds(db, days)])
  return { sales, refunds, moves: [] }
}

/** Groups receipts by their sum at a rate: many have the same one, so its VAT is computed once for all of them. */
async function findSales(db: Kysely<Database>, days: Days): Promise<SaleGroup[]> {
  const { rows } = await sql<SaleGroup>`
    WITH receipt AS (
      SELECT paid.store_id, attempt.terminal_id, ${dateOf(sql`paid.paid_at`)} AS date, line.rate_basis_points,
        sum(line.total_cents)::bigint AS gross_cents
      FROM ${clocks} JOIN customer_order paid ON paid.store_id = clock.store_id
        AND ${within(sql`paid.paid_at`, days)}
      JOIN payment_attempt attempt ON attempt.order_id = paid.id AND attempt.state IN ('APPROVED', 'MANUAL')
      JOIN order_line line ON line.order_id = paid.id
      WHERE ${inStore(days)} AND paid.paid_at IS NOT NULL
      GROUP BY paid.id, attempt.terminal_id, clock.time_zone, clock.first_day, line.rate_basis_points
    )
    SELECT store_id AS "storeId", terminal_id AS "terminalId", date, rate_basis_points AS "rateBasisPoints",
      gross_cents AS "grossCents", count(*) AS receipts
    FROM receipt GROUP BY store_id, terminal_id, date, rate_basis_points, gross_cents`.execute(db)
  return rows
}

async function findRefunds(db: Kysely<Database>, days: Days): Promise<RefundGroup[]> {
  const { rows } = await sql<RefundGroup>`
    SELECT clock.store_id AS "storeId", attempt.terminal_id AS "terminalId", ${dateOf(sql`refund.outcome_at`)} AS date,
      vat.rate_basis_points AS "rateBasisPoints", sum(vat.gross_cents)::bigint AS "grossCents",
      sum(vat.vat_cents)::bigint AS "vatCents"
    FROM refund JOIN refund_vat vat ON vat.refund_id = refund.id
    JOIN payment_attempt attempt ON attempt.id = refund.attempt_id
    JOIN customer_order given_back ON given_back.id = refund.order_id JOIN ${clocks} ON clock.store_id = given_back.store_id
    WHERE refund.state = 'DONE' AND refund.kind = 'refund' AND ${inStore(days)}
      AND ${within(sql`refund.outcome_at`, days)}
    GROUP BY 1, 2, 3, 4`.execute(db)
  return rows
}

async function findMoves(db: Kysely<Database>, days: Days): Promise<MoneyMove[]> {
  const paid = sql`
    SELECT 'sale' AS kind, attempt.state = 'MANUAL' AS by_person, paid.store_id, attempt.terminal_id,
      ${dateOf(sql`paid.paid_at`)} AS date, paid.total_cents AS cents
    FROM ${clocks} JOIN customer_order paid ON paid.store_id = clock.store_id
        AND ${within(sql`paid.paid_at`, days)}
    JOIN payment_attempt attempt ON attempt.order_id = paid.id AND attempt.state IN ('APPROVED', 'MANUAL')
    WHERE ${inStore(days)} AND paid.paid_at IS NOT NULL`
  const givenBack = sql`
    SELECT CASE refund.kind WHEN 'refund' THEN 'refund' ELSE 'returned' END, refund.source = 'admin', clock.store_id,
      attempt.terminal_id, ${dateOf(sql`refund.outcome_at`)}, refund.amount_cents
    FROM refund JOIN payment_attempt attempt ON attempt.id = refund.attempt_id
    JOIN customer_order mine ON mine.id = refund.order_id JOIN ${clocks} ON clock.store_id = mine.store_id
    WHERE refund.state = 'DONE' AND ${inStore(days)}
      AND ${within(sql`refund.outcome_at`, days)}`
  const taken = sql`
    SELECT 'taken', attempt.taken_source = 'admin', clock.store_id, attempt.terminal_id, ${dateOf(sql`attempt.taken_at`)},
      attempt.taken_cents
    FROM payment_attempt attempt JOIN customer_order mine ON mine.id = attempt.order_id
    JOIN ${clocks} ON clock.store_id = mine.store_id
    WHERE attempt.taken_at IS NOT NULL AND ${inStore(days)}
      AND ${within(sql`attempt.taken_at`, days)}`
  // An admin recorded the outcome: returned by hand, turned into a sale after all, or never taken.
  const settledByHand = sql`
    SELECT 'returned', true, clock.store_id, attempt.terminal_id, ${dateOf(sql`attempt.outcome_at`)}, attempt.taken_cents
    FROM payment_attempt attempt JOIN customer_order mine ON mine.id = attempt.order_id
    JOIN ${clocks} ON clock.store_id = mine.store_id
    WHERE attempt.taken_at IS NOT NULL AND attempt.source = 'admin'
      AND attempt.state IN ('REVERSED', 'MANUAL', 'NOT_PROCESSED')
      AND NOT EXISTS (SELECT 1 FROM refund WHERE refund.attempt_id = attempt.id AND kind = 'reversal' AND state = 'DONE')
      AND ${inStore(days)} AND ${within(sql`attempt.outcome_at`, days)}`
  // A refund that the payment service had accepted and then did not make: the money is due again until it is returned.
  const ofFailure = sql`FROM refund_failure failure JOIN refund ON ${isAboutRefund}
    JOIN payment_attempt attempt ON attempt.id = refund.attempt_id
    JOIN customer_order mine ON mine.id = refund.order_id JOIN ${clocks} ON clock.store_id = mine.store_id`
  const failed = sql`
    SELECT 'taken', false, clock.store_id, attempt.terminal_id, ${dateOf(sql`failure.received_at`)}, failure.amount_cents
    ${ofFailure} WHERE ${inStore(days)} AND ${within(sql`failure.received_at`, days)}`
  const returnedLater = sql`
    SELECT 'returned', failure.settled_as = 'by_hand', clock.store_id, attempt.terminal_id,
      ${dateOf(sql`failure.settled_at`)}, failure.amount_cents
    ${ofFailure} WHERE failure.settled_at IS NOT NULL AND ${inStore(days)} AND ${within(sql`failure.settled_at`, days)}`
  const { rows } = await sql<MoneyMove>`
    SELECT store_id AS "storeId", terminal_id AS "terminalId", date, kind,
      CASE WHEN by_person THEN 'person' ELSE 'terminal' END AS "toldBy", count(*) AS count, sum(cents)::bigint AS cents
    FROM (${paid} UNION ALL ${givenBack} UNION ALL ${taken} UNION ALL ${settledByHand}
      UNION ALL ${failed} UNION ALL ${returnedLater}) move
    GROUP BY store_id, terminal_id, date, kind, by_person`.execute(db)
  return rows
}

/** Payments whose outcome is still unknown, by the day on which they began. */
export async function countUnclear(db: Kysely<Database>, days: Days): Promise<(TerminalDay & { count: number })[]> {
  const { rows } = await sql<TerminalDay & { count: number }>`
    SELECT clock.store_id AS "storeId", attempt.terminal_id AS "terminalId", ${dateOf(sql`attempt.created_at`)} AS date,
      count(*) AS count
    FROM payment_attempt attempt JOIN customer_order mine ON mine.id = attempt.order_id
    JOIN ${clocks} ON clock.store_id = mine.store_id
    WHERE attempt.state IN ('UNRESOLVED', 'REVIEW') AND ${inStore(days)}
      AND ${within(sql`attempt.created_at`, days)}
    GROUP BY 1, 2, 3`.execute(db)
  return rows
}
