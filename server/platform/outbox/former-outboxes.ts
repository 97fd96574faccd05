import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'

// The previous version had pg-boss for emails and SMS, push_delivery for pushes, and a mark on receipts. Its servers may still
// run and write there. This file goes with those tables, in the release after.

const EVERY_MS = 5_000
const BATCH = 1_000

/** An email or an SMS of pg-boss, encrypted as in the outbox. `startAfter`: not before, ISO 8601 in UTC. */
export type FormerJob = { name: string; data: unknown; startAfter: string }

const hasJobs = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ isThere: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS "isThere"`.execute(
    db,
  )
  return rows[0]?.isThere === true
}

/**
 * Moves what waits in the former tables into the outbox; rows that a server of the previous version is sending stay until it has
 * finished, or its lease is long over. Each row is moved in the statement that deletes or unmarks it. Returns how many.
 */
export async function moveFormerMessages(db: Db): Promise<number> {
  const moves = [...((await hasJobs(db)) ? [JOBS] : []), RECEIPTS, DELIVERIES, UNDELIVERED]
  let moved = 0
  for (const move of moves) {
    for (;;) {
      const { numAffectedRows = 0n } = await move.execute(db)
      moved += Number(numAffectedRows)
      if (numAffectedRows < BATCH) break
    }
  }
  return moved
}

/** pg-boss retries a job 30 s after its server died, if a server of that version still runs. */
const JOBS = sql`
  WITH due AS (
    SELECT id, name FROM pgboss.job WHERE name IN ('send-mail', 'send-sms') AND (state IN ('created', 'retry')
      OR (state = 'active' AND started_on < now() - interval '2 minutes'))
    LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), moved AS (
    DELETE FROM pgboss.job USING due WHERE pgboss.job.id = due.id AND pgboss.job.name = due.name
    RETURNING job.name, job.data, job.retry_count, job.start_after, job.created_on
  )
  INSERT INTO outbox_message (kind, sealed, tries, due_at, expires_at, created_at)
  SELECT substr(name, 6), data ->> 'sealed', retry_count, start_after, (data ->> 'until')::timestamptz, created_on
  FROM moved WHERE data ->> 'sealed' IS NOT NULL ORDER BY created_on`

const RECEIPTS = sql`
  WITH due AS (
    SELECT id FROM receipt WHERE is_mail_due ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE receipt SET is_mail_due = false FROM due WHERE receipt.id = due.id RETURNING receipt.id, receipt.created_at
  )
  INSERT INTO outbox_message (kind, receipt_id, created_at) SELECT 'receipt', id, created_at FROM moved ORDER BY id`

const DELIVERIES = sql`
  WITH due AS (
    SELECT id FROM push_delivery WHERE state <> 'sending' OR lease_until < clock_timestamp() - interval '1 minute'
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), moved AS (
    DELETE FROM push_delivery USING due WHERE push_delivery.id = due.id RETURNING push_delivery.*
  )
  INSERT INTO outbox_message (kind, notification_id, device_id, state, reason, tries, urgent, due_at, sent_at, created_at)
  SELECT 'push', notification_id, device_id, CASE WHEN moved.state = 'sending' THEN 'failed' ELSE moved.state END,
    CASE WHEN moved.state = 'sending' THEN 'unknown: the server ended' ELSE reason END, tries, urgent, due_at, sent_at, told.created_at
  FROM moved JOIN push_notification told ON told.id = notification_id ORDER BY moved.id
  ON CONFLICT (notification_id, device_id) DO NOTHING`

const UNDELIVERED = sql`
  WITH moved AS (DELETE FROM undelivered_message RETURNING channel, reason, failed_at)
  INSERT INTO outbox_message (kind, state, reason, sent_at, created_at)
  SELECT channel, 'failed', reason, failed_at, failed_at FROM moved`

/** Runs before anything is sent, and then periodically, as long as a server of the previous version may run. */
export async function startMovingFormerMessages({ db, log }: Context): Promise<RunningJob> {
  const work = () => moveFormerMessages(db)
  const moved = await work()
  if (moved > 0) log.info({ moved }, 'messages of the version before were moved into the outbox')
  return startPeriodicJob({ log }, { name: 'moving messages of the version before', work, everyMs: EVERY_MS })
}

/** Whether it contains a code or a link, which a restore has invalidated: it would only confuse its recipient. */
export const isWorthless = ({ data }: Pick<FormerJob, 'data'>): boolean =>
  typeof data === 'object' && data !== null && 'until' in data

/** Restores the jobs in a backup of the previous version. */
export async function putBackFormerJobs(pool: Pool, jobs: readonly FormerJob[]): Promise<void> {
  await pool.query(
    `INSERT INTO outbox_message (kind, sealed, due_at, expires_at)
      SELECT substr(name, 6), data ->> 'sealed', "startAfter", (data ->> 'until')::timestamptz
      FROM jsonb_to_recordset($1::jsonb) AS job (name text, data jsonb, "startAfter" timestamptz)`,
    [JSON.stringify(jobs)],
  )
}

/** For a backup: the jobs that were not moved yet, as the client's transaction sees them. */
export async function formerJobs(client: PoolClient): Promise<FormerJob[]> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS "isThere"`,
  )
  if (!found[0]?.isThere) return []
  const { rows } = await client.query<FormerJob>(
    `SELECT name, data, to_char(start_after AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startAfter"
      FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name LIKE 'send-%' ORDER BY created_on, id`,
  )
  return rows
}
