import { sql, type Kysely } from 'kysely'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { UNRESOLVED_ASKED_FOR_MS } from '#domain/payments/payment-attempt.ts'
import { RENEW_BELOW_MS } from '#domain/payments/payment-machine.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findAttempt, leaseEnd, secondsFromNow, type Attempt } from './attempts.ts'

/** A server drives these to their outcome; an unresolved one for two days after it began, then an admin must decide. */
const DRIVEN_STATES = [...OPEN_STATES, 'UNRESOLVED'] as const
/** Literals, so that the planner can choose a partial index. */
const DRIVEN = sql<(typeof DRIVEN_STATES)[number]>`(${sql.join(DRIVEN_STATES.map(state => sql.lit(state)))})`
const isStillAsked = sql<boolean>`(state <> 'UNRESOLVED'
  OR created_at > ${secondsFromNow(-UNRESOLVED_ASKED_FOR_MS / 1000)})`

/**
 * Extends a server's leases on the attempts that it drives, once they have run for a while; returns those that it still owns,
 * with what shoppers requested meanwhile. An attempt that it owns but does not drive (the response to a commit was lost) must
 * lapse.
 *
 * With a thousand open payments this must delay none of them: rows locked by another transaction are skipped until the next
 * renewal, a second later.
 */
export async function renewLeases(db: Kysely<Database>, owner: string, driven: readonly number[]) {
  const ours = db
    .selectFrom('payment_attempt')
    .where('owner', '=', owner)
    // An array keeps the statement's text the same for any number of ids.
    .where('id', '=', anyOf(driven))
    .where('state', 'in', DRIVEN)
    .where(isStillAsked)
  const rows = await db
    .with('due', () =>
      ours
        .select('id')
        .where('lease_until', '<', secondsFromNow(RENEW_BELOW_MS / 1000))
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .with('renewed', from =>
      from
        .updateTable('payment_attempt')
        .from('due')
        .set({ lease_until: leaseEnd() })
        .whereRef('payment_attempt.id', '=', 'due.id'),
    )
    .selectFrom(ours.select(['id', 'abort_requested_at']).as('ours'))
    .selectAll()
    .execute()
  return new Map(rows.map(row => [row.id, { cancelRequestedAt: row.abort_requested_at }]))
}

/** Releases a server's attempts, so that another need not wait for the leases to lapse. */
export async function handBack(db: Kysely<Database>, owner: string): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ owner: null, lease_until: null })
    .where('owner', '=', owner)
    .where('state', 'in', DRIVEN)
    .execute()
}

/**
 * Takes over the attempts that no server drives: compare-and-set on the lease, so that only one of two servers gets each.
 * Unresolved ones are driven for two days.
 */
export async function claimLapsedAttempts(db: Kysely<Database>, owner: string): Promise<Attempt[]> {
  const claimed = await sql<{ id: number }>`
    UPDATE payment_attempt SET owner = ${owner}, lease_until = ${leaseEnd()}
    WHERE (lease_until IS NULL OR lease_until < now()) AND state IN ${DRIVEN} AND ${isStillAsked}
    RETURNING id`.execute(db)
  return Promise.all(claimed.rows.map(row => findAttempt(db, row.id)))
}
