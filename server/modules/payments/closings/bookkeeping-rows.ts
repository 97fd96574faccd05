import { sql, type RawBuilder } from 'kysely'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import type { BookedSums, MoneyMove, RefundGroup, EqualSales, TerminalDay } from '#domain/payments/closing.ts'
import { isAboutRefund } from '#server/modules/payments/refunds/refund-failures.ts'
import { clocks, localDateSql, whileClock } from '#server/modules/stores/admin-stores/store-clocks.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** Dates in each store's own calendar, both inclusive. */
export type Days = { from: string; until: string; stores: StoreScope; also?: AlsoAt }

/** A further condition of a moment; `clock` is the store's clock at that moment. */
type AlsoAt = (at: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Matches a moment within the days, by the store's clock at that moment. The first two conditions are as wide as store clocks can
 * differ: the planner can estimate them and an index can use them.
 */
export const within = (at: RawBuilder<unknown>, days: Days) => sql`
  ${nearly(at, days)} AND ${whileClock(at)} AND ${areDates(localDateSql(at), days)}`

const nearly = (at: RawBuilder<unknown>, { from, until, also }: Days) => sql`
  ${at} >= ${from}::date - 1 AND ${at} < ${until}::date + 3 ${also ? sql`AND ${also(at)}` : sql``}`

const areDates = (date: RawBuilder<unknown>, { from, until }: Days) => sql`
  ${date} BETWEEN ${from}::date AND ${until}::date`

export const inClockStores = ({ stores }: Pick<Days, 'stores'>) => inStores(stores, sql`clock.store_id`)

/** The sales, refunds and money movements of these days, from receipts, refunds and terminal responses. */
export async function findBooked(db: Db, days: Days): Promise<BookedSums> {
  const [sold, refunds, moves] = await Promise.all([findSales(db, days), findRefunds(db, days), findMoves(db, days)])
  return { sales: sold.sales, refunds, moves: [...sold.moves, ...moves] }
}

/** Their sales and refunds only. */
export async function findBookedSales(db: Db, days: Days): Promise<BookedSums> {
  const [{ sales }, refunds] = await Promise.all([findSales(db, days), findRefunds(db, days)])
  return { sales, refunds, moves: [] }
}

const OF_ORDER = sql`JOIN ${clocks} ON clock.store_id = orders.store_id`
const ATTEMPTS = sql`payment_attempt attempt JOIN customer_order orders ON orders.id = attempt.order_id ${OF_ORDER}`
const OF_REFUND = sql`JOIN payment_attempt attempt ON attempt.id = refund.attempt_id
  JOIN customer_order orders ON orders.id = refund.order_id ${OF_ORDER}`
const REFUNDS = sql`refund ${OF_REFUND}`
const REFUND_FAILURES = sql`refund_failure failure JOIN refund ON ${isAboutRefund} ${OF_REFUND}`

type SoldRow = TerminalDay & { count: number; cents: number } & (
    | { rateBasisPoints: number; isByPerson: null }
    | { rateBasisPoints: null; isByPerson: boolean }
  )

/**
 * The receipts, grouped by their sum at a VAT rate: many share a sum, whose VAT is then computed once. Also the money of their
 * payments, so that a month's many orders are read only once.
 */
async function findSales(db: Db, days: Days): Promise<Pick<BookedSums, 'sales' | 'moves'>> {
  const at = sql`paid.paid_at`
  const { rows } = await sql<SoldRow>`
    WITH sold AS MATERIALIZED (
      SELECT paid.id, paid.store_id AS "storeId", attempt.terminal_id AS "terminalId", paid.date, paid.total_cents,
        attempt.state = 'MANUAL' AS by_person
      FROM (
        SELECT paid.id, paid.store_id, paid.total_cents, ${localDateSql(at)} AS date
        FROM ${clocks} JOIN customer_order paid ON paid.store_id = clock.store_id
        WHERE ${inClockStores(days)} AND ${nearly(at, days)} AND ${whileClock(at)} OFFSET 0) paid
      JOIN payment_attempt attempt ON attempt.order_id = paid.id AND attempt.state IN ('APPROVED', 'MANUAL')
      WHERE ${areDates(sql`paid.date`, days)}
    ), receipt AS (
      SELECT "storeId", "terminalId", date, rate_basis_points, sum(line.total_cents)::bigint AS cents
      FROM sold JOIN order_line line ON line.order_id = sold.id
      GROUP BY sold.id, "storeId", "terminalId", date, rate_basis_points
    )
    SELECT "storeId", "terminalId", date, rate_basis_points AS "rateBasisPoints", NULL AS "isByPerson", count(*) AS count, cents
    FROM receipt GROUP BY "storeId", "terminalId", date, rate_basis_points, cents
    UNION ALL
    SELECT "storeId", "terminalId", date, NULL, by_person, count(*), sum(total_cents)::bigint
    FROM sold GROUP BY "storeId", "terminalId", date, by_person`.execute(db)
  const found: { sales: EqualSales[]; moves: MoneyMove[] } = { sales: [], moves: [] }
  for (const { rateBasisPoints, isByPerson, count, cents, ...day } of rows) {
    if (isByPerson === null) found.sales.push({ ...day, rateBasisPoints, grossCents: cents, receipts: count })
    else found.moves.push({ ...day, kind: 'sale', reportedBy: isByPerson ? 'person' : 'terminal', count, cents })
  }
  return found
}

async function findRefunds(db: Db, days: Days): Promise<RefundGroup[]> {
  const { rows } = await sql<RefundGroup>`
    SELECT clock.store_id AS "storeId", attempt.terminal_id AS "terminalId", ${localDateSql(sql`refund.outcome_at`)} AS date,
      vat.rate_basis_points AS "rateBasisPoints", sum(vat.gross_cents)::bigint AS "grossCents",
      sum(vat.vat_cents)::bigint AS "vatCents", refund.is_free_sum AS "isFreeSum"
    FROM ${REFUNDS} JOIN refund_vat vat ON vat.refund_id = refund.id
    WHERE refund.state = 'DONE' AND refund.kind = 'refund' AND ${inClockStores(days)}
      AND ${within(sql`refund.outcome_at`, days)}
    GROUP BY 1, 2, 3, 4, 7`.execute(db)
  return rows
}

type SqlPart = RawBuilder<unknown>
/** The rows of `from` that meet `where` move money at a moment. `from` has a `clock` and the payment's `attempt`. */
type Movement = { kind: SqlPart; byPerson: SqlPart; at: SqlPart; cents: SqlPart; from: SqlPart; where: SqlPart }

const RETURNS: Movement = {
  kind: sql`CASE WHEN refund.is_free_sum THEN 'freeSum' WHEN refund.kind = 'refund' THEN 'refund' ELSE 'returned' END`,
  byPerson: sql`refund.source = 'admin'`,
  at: sql`refund.outcome_at`,
  cents: sql`refund.amount_cents`,
  from: REFUNDS,
  where: sql`refund.state = 'DONE'`,
}

const TAKEN: Movement = {
  kind: sql`'taken'`,
  byPerson: sql`attempt.unmatched_source = 'admin'`,
  at: sql`attempt.unmatched_at`,
  cents: sql`attempt.unmatched_cents`,
  from: ATTEMPTS,
  where: sql`attempt.unmatched_at IS NOT NULL`,
}

/** An admin recorded the outcome: returned by hand, turned into a sale after all, or never taken. */
const SETTLED_BY_HAND: Movement = {
  kind: sql`'returned'`,
  byPerson: sql`true`,
  at: sql`attempt.outcome_at`,
  cents: sql`attempt.unmatched_cents`,
  from: ATTEMPTS,
  where: sql`attempt.unmatched_at IS NOT NULL AND attempt.source = 'admin'
    AND attempt.state IN ('REVERSED', 'MANUAL', 'NOT_PROCESSED')
    AND NOT EXISTS (SELECT 1 FROM refund WHERE refund.attempt_id = attempt.id AND kind = 'reversal' AND state = 'DONE')`,
}

/** A refund that the payment service had accepted and then did not make: the money is due again until it is returned. */
const FAILED_REFUNDS: Movement = {
  kind: sql`'taken'`,
  byPerson: sql`false`,
  at: sql`failure.received_at`,
  cents: sql`failure.amount_cents`,
  from: REFUND_FAILURES,
  where: sql`true`,
}

const RETURNED_LATER: Movement = {
  kind: sql`'returned'`,
  byPerson: sql`failure.settled_as = 'by_hand'`,
  at: sql`failure.settled_at`,
  cents: sql`failure.amount_cents`,
  from: REFUND_FAILURES,
  where: sql`failure.settled_at IS NOT NULL`,
}

/** All but sales, which `findSales` reads with their receipts. */
const MOVEMENTS = [RETURNS, TAKEN, SETTLED_BY_HAND, FAILED_REFUNDS, RETURNED_LATER]

async function findMoves(db: Db, days: Days): Promise<MoneyMove[]> {
  const each = MOVEMENTS.map(
    ({ kind, byPerson, at, cents, from, where }) => sql`
      SELECT ${kind} AS kind, ${byPerson} AS by_person, clock.store_id, attempt.terminal_id, ${localDateSql(at)} AS date, ${cents} AS cents
      FROM ${from} WHERE ${where} AND ${inClockStores(days)} AND ${within(at, days)}`,
  )
  const { rows } = await sql<MoneyMove>`
    SELECT store_id AS "storeId", terminal_id AS "terminalId", date, kind,
      CASE WHEN by_person THEN 'person' ELSE 'terminal' END AS "reportedBy", count(*) AS count, sum(cents)::bigint AS cents
    FROM (${sql.join(each, sql` UNION ALL `)}) move
    GROUP BY store_id, terminal_id, date, kind, by_person`.execute(db)
  return rows
}

/** Payments whose outcome is still unknown, by the day on which they began. */
export async function countUnclear(db: Db, days: Days): Promise<(TerminalDay & { count: number })[]> {
  const { rows } = await sql<TerminalDay & { count: number }>`
    SELECT clock.store_id AS "storeId", attempt.terminal_id AS "terminalId", ${localDateSql(sql`attempt.created_at`)} AS date,
      count(*) AS count
    FROM ${ATTEMPTS} WHERE attempt.state IN ('UNRESOLVED', 'REVIEW') AND ${inClockStores(days)}
      AND ${within(sql`attempt.created_at`, days)}
    GROUP BY 1, 2, 3`.execute(db)
  return rows
}
