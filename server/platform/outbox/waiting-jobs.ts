import type { Pool, PoolClient } from 'pg'
import { startedBoss } from './pg-boss-queue.ts'

/** An email or an SMS in the outbox, encrypted. `startAfter`: not before, ISO 8601 in UTC. */
export type WaitingJob = { name: string; data: unknown; startAfter: string }

/** Whether it contains a code or a link, which a restore has invalidated: it would only confuse its recipient. */
export const isWorthless = ({ data }: Pick<WaitingJob, 'data'>): boolean =>
  typeof data === 'object' && data !== null && 'until' in data

/** What the outbox has not sent yet, as the client's transaction sees it. */
export async function waitingJobs(client: PoolClient): Promise<WaitingJob[]> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS "isThere"`,
  )
  if (!found[0]?.isThere) return []
  const { rows } = await client.query<WaitingJob>(
    `SELECT name, data, to_char(start_after AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startAfter"
      FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_pgboss%' ORDER BY created_on, id`,
  )
  return rows
}

/** Inserts them into the outbox in the client's transaction. Creates the queue's own tables first, where they don't exist. */
export async function putBackJobs(pool: Pool, client: PoolClient, jobs: readonly WaitingJob[]): Promise<void> {
  const boss = await startedBoss(pool, { warn: () => undefined })
  try {
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
    for (const [name, ofQueue] of Map.groupBy(jobs, job => job.name)) {
      const rows = ofQueue.map(({ data, startAfter }) => ({ data: data as object, startAfter }))
      await boss.insert(name, rows, { db })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
