import { sql } from 'kysely'
import { UNRESOLVED_QUERY_PERIOD_MS } from '#domain/payments/payment-timeouts.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import { atTerminalUntil } from '#server/modules/payments/order-payments/attempts.ts'
import { isApp, hasRefund, OPEN_AT_TERMINAL } from '#server/modules/payments/order-payments/claim-terminal.ts'
import {
  claimLapsed,
  type LeasableTable,
  leaseEnd,
  releaseLeases,
  renewLeases,
} from '#server/modules/payments/terminal-operations/leases.ts'
import type { OperationRepository } from '#server/modules/payments/terminal-operations/operation-repository.ts'
import type { Context } from '#server/platform/context.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { listRefunds, isOpenRefund, type Refund } from './refund-rows.ts'
import { type RefundOutcome, type RefundWritten, settleRefund } from './settle-refund.ts'

export type RefundRepository = OperationRepository<Refund, RefundState, RefundOutcome, RefundWritten>

/** A server drives these to their outcome; an unresolved one for two days, then only an admin can decide. */
const LEASED_REFUNDS: LeasableTable = {
  name: 'refund',
  isDriven: sql`(${isOpenRefund} AND (refund.state <> 'UNRESOLVED'
    OR refund.sent_at > ${secondsFromNow(-UNRESOLVED_QUERY_PERIOD_MS / 1000)}))`,
  // A refund can't be cancelled.
  cancelRequestedAt: sql`NULL::timestamptz`,
}

/** The refund repository in the shop's database. */
export const sqlRefundRepository = (context: Context): RefundRepository => {
  const { db } = context
  return {
    claimTerminal: (refundId, owner) => claimTerminalForRefund(db, refundId, owner),
    markSent: (refundId, owner) => markRefundSent(db, refundId, owner),
    recordState: (refundId, state) => recordRefundState(db, refundId, state),
    settle: (refund, outcome) => settleRefund(context, refund, outcome),
    renewLeases: (owner, driven) => renewLeases(db, LEASED_REFUNDS, { owner, driven }),
    releaseLeases: owner => releaseLeases(db, LEASED_REFUNDS, owner),
    claimLapsed: async owner => listRefunds(db, await claimLapsed(db, LEASED_REFUNDS, owner)),
  }
}

/**
 * Assigns the terminal to the refund, and returns until when it may be sent; no payment is sent there meanwhile. Undefined while a
 * payment or another refund has the terminal, since shoppers go first, and for a server that does not own the refund. A refund
 * that has the terminal already gets it again.
 */
async function claimTerminalForRefund(db: Db, refundId: number, owner: string): Promise<Date | undefined> {
  // Without a lock first, since this is checked several times a second.
  const { rows } = await isFree(refundId).execute(db)
  if (rows.length === 0) return undefined
  return inTransaction(db, async trx => {
    // Payments that begin hold a share lock on this row: the later of the two sees the other, which the check before could not.
    await sql`
      SELECT FROM terminal WHERE id = (${refundTerminalSql(refundId)}) FOR NO KEY UPDATE`.execute(trx)
    const free = await isFree(refundId).execute(trx)
    if (free.rows.length === 0) return undefined
    const claimed = await sql<{ deadline_at: Date }>`
      WITH claimed_refund AS (
        UPDATE refund SET lease_until = ${leaseEnd()}
        WHERE id = ${refundId} AND owner = ${owner} AND state = 'INTENT'
        RETURNING id
      )
      UPDATE terminal SET refund_id = CASE WHEN ${isApp} THEN terminal.refund_id ELSE claimed_refund.id END FROM claimed_refund WHERE terminal.id = (${refundTerminalSql(refundId)})
      RETURNING ${atTerminalUntil()} AS deadline_at`.execute(trx)
    return claimed.rows[0]?.deadline_at
  })
}

const refundTerminalSql = (refundId: number) => sql<number>`
  SELECT attempt.terminal_id FROM refund JOIN payment_attempt attempt ON attempt.id = refund.attempt_id
  WHERE refund.id = ${refundId}`

/**
 * A row if the refund's terminal has no payment, active or queued, and no other refund. Once this refund has the terminal,
 * queued payments don't count: they wait for it.
 */
const isFree = (refundId: number) => sql`
  SELECT FROM terminal WHERE id = (${refundTerminalSql(refundId)})
    AND NOT EXISTS (
      SELECT FROM payment_attempt WHERE terminal_id = terminal.id AND occupies_terminal AND state IN ${OPEN_AT_TERMINAL}
        AND (state <> 'QUEUED' OR terminal.refund_id IS DISTINCT FROM ${refundId}))
    -- The refund's own id, after the response to a commit was lost, is not another refund.
    AND NOT (${hasRefund} AND terminal.refund_id <> ${refundId})`

/**
 * INTENT → SENT: the terminal may receive the refund from now on. Committed before the first byte is sent, and only by the server
 * that holds the refund at that moment; returns undefined to any other, which must send nothing.
 */
async function markRefundSent(db: Db, refundId: number, owner: string): Promise<Date | undefined> {
  const marked = await db
    .updateTable('refund')
    .set({ state: 'SENT', sent_at: sql`now()`, lease_until: leaseEnd() })
    .where('id', '=', refundId)
    .where('owner', '=', owner)
    .where('state', '=', 'INTENT')
    .returning('sent_at')
    .executeTakeFirst()
  return marked?.sent_at ?? undefined
}

/** SENT → UNKNOWN: no answer came. */
async function recordRefundState(db: Db, refundId: number, state: RefundState): Promise<void> {
  await db.updateTable('refund').set({ state }).where('id', '=', refundId).where('state', '=', 'SENT').execute()
}
