import { type RawBuilder, sql } from 'kysely'
import { LEASE_MS, RENEW_BELOW_MS } from '#domain/payments/operation-machine.ts'
import { anyId, secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import type { RenewedLease } from './operation-repository.ts'

const LEASE_SECONDS = LEASE_MS / 1000

export const leaseEnd = () => secondsFromNow(LEASE_SECONDS)

/** A table whose rows are leased to servers by their columns `owner` and `lease_until`. */
export type LeasableTable = {
  name: 'payment_attempt' | 'refund'
  /** The rows that a server drives to their outcome. With literals, so that the planner can choose a partial index. */
  isDriven: RawBuilder<boolean>
  /** When a cancellation was requested. */
  cancelRequestedAt: RawBuilder<Date | null>
}

/**
 * Extends a server's leases on the rows that it drives, once they have run for a while; returns those that it still owns, with
 * what shoppers requested meanwhile. A row that it owns but does not drive (the response to a commit was lost) must lapse.
 *
 * With a thousand open payments this must delay none of them: rows locked by another transaction are skipped until the next
 * renewal, a second later.
 */
export async function renewLeases(
  db: Db,
  { name, isDriven, cancelRequestedAt }: LeasableTable,
  { owner, driven }: { owner: string; driven: readonly number[] },
): Promise<Map<number, RenewedLease>> {
  const table = sql.table(name)
  // An array keeps the statement's text the same for any number of ids.
  const isOurs = sql`owner = ${owner} AND id = ${anyId(driven)} AND ${isDriven}`
  const { rows } = await sql<{ id: number; is_sent: boolean; cancel_requested_at: Date | null }>`
    WITH due AS (
      SELECT id FROM ${table} WHERE ${isOurs} AND lease_until < ${secondsFromNow(RENEW_BELOW_MS / 1000)}
      FOR NO KEY UPDATE SKIP LOCKED
    ), renewed AS (UPDATE ${table} SET lease_until = ${leaseEnd()} FROM due WHERE ${table}.id = due.id)
    SELECT id, sent_at IS NOT NULL AS is_sent, ${cancelRequestedAt} AS cancel_requested_at FROM ${table} WHERE ${isOurs}`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, { isSent: row.is_sent, cancelRequestedAt: row.cancel_requested_at }]))
}

/** Releases a server's rows, so that another need not wait for the leases to lapse. */
export async function releaseLeases(db: Db, table: LeasableTable, owner: string): Promise<void> {
  await sql`
    UPDATE ${sql.table(table.name)} SET owner = NULL, lease_until = NULL
    WHERE owner = ${owner} AND ${table.isDriven}`.execute(db)
}

/** Claims the rows that no server drives, by compare-and-set on the lease: only one of two servers gets each. Returns their ids. */
export async function claimLapsed(db: Db, table: LeasableTable, owner: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE ${sql.table(table.name)} SET owner = ${owner}, lease_until = ${leaseEnd()}
    WHERE (lease_until IS NULL OR lease_until < now()) AND ${table.isDriven}
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
