import { sql, type Kysely } from 'kysely'
import { UNRESOLVED_ASKED_FOR_MS } from '#domain/payments/payment-attempt.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { leaseEnd, secondsFromNow } from '#server/modules/payments/payments/attempts.ts'
import { isOpenRefund, readRefund, type Refund } from './refund-rows.ts'

/** A server drives these to their outcome; an unresolved one for two days, then only an admin can decide. */
const isDriven = sql<boolean>`${isOpenRefund} AND (refund.state <> 'UNRESOLVED'
  OR refund.sent_at > ${secondsFromNow(-UNRESOLVED_ASKED_FOR_MS / 1000)})`

/** Extends a server's leases on the refunds that it drives; returns the ids of those that it still owns. */
export async function renewRefundLeases(db: Kysely<Database>, owner: string, driven: readonly number[]) {
  const rows = await db
    .updateTable('refund')
    .set({ lease_until: leaseEnd() })
    .where('owner', '=', owner)
    .where('id', '=', anyOf(driven))
    .where(isDriven)
    .returning('id')
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Releases a server's refunds, so that another need not wait for the leases to lapse. */
export const handBackRefunds = (db: Kysely<Database>, owner: string) =>
  db
    .updateTable('refund')
    .set({ owner: null, lease_until: null })
    .where('owner', '=', owner)
    .where(isOpenRefund)
    .execute()

/** Takes over the refunds that no server drives: compare-and-set on the lease, so that only one of two servers gets each. */
export async function claimLapsedRefunds(db: Kysely<Database>, owner: string): Promise<Refund[]> {
  const claimed = await sql<{ id: number }>`
    UPDATE refund SET owner = ${owner}, lease_until = ${leaseEnd()}
    WHERE (lease_until IS NULL OR lease_until < now()) AND ${isDriven}
    RETURNING id`.execute(db)
  return Promise.all(claimed.rows.map(row => readRefund(db, row.id)))
}
