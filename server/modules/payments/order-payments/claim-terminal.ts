import { sql, type RawBuilder } from 'kysely'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import type { PaymentMethod } from '#domain/payments/payment-method.ts'
import { REFUND_HOLDS_TERMINAL } from '#domain/payments/refund-states.ts'
import { APP_PROVIDERS } from '#domain/payments/terminals/terminal-providers.ts'
import { leaseEnd } from '#server/modules/payments/terminal-operations/leases.ts'
import { isUniqueViolation } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { atTerminalUntil } from './attempts.ts'

/** The states of attempts at a terminal or in its queue. Literals, so that the planner can choose a partial index. */
export const OPEN_AT_TERMINAL = sql<
  (typeof OPEN_STATES)[number]
>`(${sql.join(OPEN_STATES.map(state => sql.lit(state)))})`
const HOLDING_REFUND = sql.join(REFUND_HOLDS_TERMINAL.map(state => sql.lit(state)))

/**
 * Whether a refund is at the terminal. For a statement that locks the terminal's row: `refund_id` is then the newest, while the
 * statement may read the refund's own row as it was before it was sent, or not at all. So a refund counts unless it is seen to
 * have ended.
 */
export const hasRefund = sql<boolean>`(terminal.refund_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM refund WHERE refund.id = terminal.refund_id AND refund.state NOT IN (${HOLDING_REFUND})))`

/**
 * Whether `ahead` is before `attempt` in the queue: first come, first served, but after all whose last payments held a terminal and were
 * not paid less often, and mostly after those who have paid at one before (`recent_unpaid_count` counts this). Otherwise a few accounts that begin and cancel would keep everyone else from the terminal.
 */
const IS_AHEAD = sql<boolean>`((ahead.recent_unpaid_count, ahead.id) < (attempt.recent_unpaid_count, attempt.id))`

/**
 * Assigns the terminal to a queued attempt, QUEUED → INTENT, if it is free and no other attempt is ahead. Returns the deadline for
 * sending; undefined if the attempt must wait. An attempt that has the terminal already, because the response was lost, gets it
 * again.
 */
export async function claimTerminal(db: Db, attemptId: number, owner: string): Promise<Date | undefined> {
  try {
    const claimed = await sql<{ deadline_at: Date }>`
      WITH free AS (
        SELECT attempt.id FROM payment_attempt attempt JOIN terminal ON terminal.id = attempt.terminal_id
        WHERE attempt.id = ${attemptId} AND attempt.owner = ${owner} AND attempt.abort_requested_at IS NULL
          AND (attempt.state = 'QUEUED' OR (attempt.state = 'INTENT' AND attempt.sent_at IS NULL))
          AND NOT ${hasRefund} AND NOT EXISTS (
            SELECT 1 FROM payment_attempt ahead
            WHERE ahead.terminal_id = attempt.terminal_id AND ahead.id <> attempt.id AND ahead.occupies_terminal AND ahead.state IN ${OPEN_AT_TERMINAL}
              AND (ahead.state <> 'QUEUED' OR (${IS_AHEAD} AND attempt.state = 'QUEUED')))
        FOR SHARE OF terminal
      )
      UPDATE payment_attempt AS attempt
      SET state = 'INTENT', deadline_at = ${atTerminalUntil()}, lease_until = ${leaseEnd()}
      FROM free
      WHERE attempt.id = free.id AND attempt.owner = ${owner} AND attempt.abort_requested_at IS NULL
        AND (attempt.state = 'QUEUED' OR (attempt.state = 'INTENT' AND attempt.sent_at IS NULL))
      RETURNING deadline_at`.execute(db)
    return claimed.rows[0]?.deadline_at
  } catch (error) {
    if (isUniqueViolation(error, 'attempt_one_holds_terminal')) return undefined
    throw error
  }
}

/** The server's queued attempts with no other ahead; `claimTerminal` checks again. */
export async function nextInQueue(db: Db, owner: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT attempt.id FROM payment_attempt attempt JOIN terminal ON terminal.id = attempt.terminal_id
    WHERE attempt.owner = ${owner} AND attempt.state = 'QUEUED' AND attempt.abort_requested_at IS NULL
      AND NOT ${hasRefund} AND NOT EXISTS (
        SELECT 1 FROM payment_attempt ahead
        WHERE ahead.terminal_id = attempt.terminal_id AND ahead.id <> attempt.id AND ahead.occupies_terminal AND ahead.state IN ${OPEN_AT_TERMINAL}
          AND (ahead.state <> 'QUEUED' OR ${IS_AHEAD}))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a terminal is an app on shoppers' phones, which serves any number of them at once. */
export const isApp = sql<boolean>`(terminal.provider IN (${sql.join(APP_PROVIDERS.map(provider => sql.lit(provider)))}))`

/** Whether a terminal serves the way that the shopper chose. */
export const usesMethod = (method: PaymentMethod | undefined) =>
  sql<boolean>`(${method ?? null}::text IS NULL OR ${isApp} = (${method ?? null}::text = 'phone'))`

/** The attempt's place in its terminal's queue: 1 is next. */
export async function queuePosition(db: Db, attemptId: number): Promise<number> {
  // A literal state, so that the planner can choose a partial index.
  const { rows } = await sql<{ before: number }>`
    SELECT count(ahead.id)::integer AS before FROM payment_attempt attempt
    LEFT JOIN payment_attempt ahead ON ahead.terminal_id = attempt.terminal_id AND ahead.state = 'QUEUED' AND ${IS_AHEAD}
    WHERE attempt.id = ${attemptId}`.execute(db)
  return 1 + (rows[0]?.before ?? 0)
}

const terminalsInUse = (store: RawBuilder<unknown>) => sql`FROM terminal
  WHERE terminal.store_id = ${store}.id AND terminal.retired_at IS NULL
    AND (terminal.provider = 'test') = (${store}.payment_mode = 'test')`

/** The kinds of terminals and apps with which orders can be paid in a store; `store` is its row. */
export const storeProviders = (store: RawBuilder<unknown>) =>
  sql<string[]>`ARRAY(SELECT DISTINCT terminal.provider ${terminalsInUse(store)})`

/** Whether the store has terminals, and keepers are called because none of them answers. An old sign does not count. */
export const areTerminalsDown = (store: RawBuilder<unknown>) => sql<boolean>`coalesce((SELECT bool_and(EXISTS (
    SELECT FROM alert WHERE alert.cause = 'terminal_unreachable' AND alert.subject = terminal.id::text AND alert.opened_at IS NOT NULL
      AND alert.cleared_at IS NULL AND alert.last_seen_at > now() - interval '15 minutes'))
  ${terminalsInUse(store)} AND NOT ${isApp}), false)`
