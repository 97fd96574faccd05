import { sql, type Kysely } from 'kysely'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { REFUND_HOLDS_TERMINAL } from '#domain/payments/refund-states.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import { atTerminalUntil, leaseEnd } from './attempts.ts'

/** Who is at a terminal or waits for it. As literals, so that the plan sees which partial index serves. */
export const OPEN_AT_TERMINAL = sql<
  (typeof OPEN_STATES)[number]
>`(${sql.join(OPEN_STATES.map(state => sql.lit(state)))})`
const HOLDING_REFUND = sql.join(REFUND_HOLDS_TERMINAL.map(state => sql.lit(state)))

/**
 * A refund is at the terminal. For a statement that holds the terminal's row: then `refund_id` is the newest, while the refund's
 * own row may be one from before it was sent, or not be seen yet. So any that is not seen to have ended counts.
 */
export const hasRefund = sql<boolean>`(terminal.refund_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM refund WHERE refund.id = terminal.refund_id AND refund.state NOT IN (${HOLDING_REFUND})))`

/**
 * The next in line takes the terminal: QUEUED → INTENT, if nobody is there or before it. Until when it may be sent. Who has
 * taken it already, and did not hear so, takes it again.
 */
export async function takeTerminal(db: Kysely<Database>, attemptId: number, owner: string): Promise<Date | undefined> {
  try {
    const taken = await sql<{ deadline_at: Date }>`
      WITH free AS (
        SELECT mine.id FROM payment_attempt mine JOIN terminal ON terminal.id = mine.terminal_id
        WHERE mine.id = ${attemptId} AND mine.owner = ${owner} AND mine.abort_requested_at IS NULL
          AND (mine.state = 'QUEUED' OR (mine.state = 'INTENT' AND mine.sent_at IS NULL))
          AND NOT ${hasRefund} AND NOT EXISTS (
            SELECT 1 FROM payment_attempt ahead
            WHERE ahead.terminal_id = mine.terminal_id AND ahead.id <> mine.id AND ahead.state IN ${OPEN_AT_TERMINAL}
              AND (ahead.state <> 'QUEUED' OR (ahead.id < mine.id AND mine.state = 'QUEUED')))
        FOR SHARE OF terminal
      )
      UPDATE payment_attempt AS mine
      SET state = 'INTENT', deadline_at = ${atTerminalUntil()}, lease_until = ${leaseEnd()}
      FROM free
      WHERE mine.id = free.id AND mine.owner = ${owner} AND mine.abort_requested_at IS NULL
        AND (mine.state = 'QUEUED' OR (mine.state = 'INTENT' AND mine.sent_at IS NULL))
      RETURNING deadline_at`.execute(db)
    return taken.rows[0]?.deadline_at
  } catch (error) {
    if (isUniqueViolation(error, 'attempt_one_per_terminal')) return undefined
    throw error
  }
}

/** Those of a server's attempts in line that nobody is before any more; taking the terminal looks again. */
export async function nextInLine(db: Kysely<Database>, owner: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT mine.id FROM payment_attempt mine JOIN terminal ON terminal.id = mine.terminal_id
    WHERE mine.owner = ${owner} AND mine.state = 'QUEUED' AND mine.abort_requested_at IS NULL
      AND NOT ${hasRefund} AND NOT EXISTS (
        SELECT 1 FROM payment_attempt ahead
        WHERE ahead.terminal_id = mine.terminal_id AND ahead.id <> mine.id AND ahead.state IN ${OPEN_AT_TERMINAL}
          AND (ahead.state <> 'QUEUED' OR ahead.id < mine.id))`.execute(db)
  return rows.map(({ id }) => id)
}
