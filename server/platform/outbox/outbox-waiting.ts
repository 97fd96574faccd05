import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

const QUEUES = ['send-mail', 'send-sms'] as const

/**
 * One queue: jobs that wait, those among them that failed and are retried, the age of the oldest, and why the last one failed.
 */
export type Waiting = {
  queue: (typeof QUEUES)[number]
  waiting: number
  failing: number
  oldestSeconds: number
  reason: string | null
}

/** Emails and SMS that are not sent yet. Undefined before the outbox was first opened: that creates its tables. */
export async function readOutboxes(db: Kysely<Database>): Promise<Waiting[] | undefined> {
  const { rows: made } = await sql<{
    isThere: boolean
  }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS "isThere"`.execute(db)
  if (!made[0]?.isThere) return undefined
  const { rows } = await sql<Waiting>`
    SELECT name AS queue, count(*)::integer AS waiting, count(*) FILTER (WHERE state = 'retry')::integer AS failing,
      coalesce(extract(epoch FROM now() - min(created_on)), 0)::double precision AS "oldestSeconds",
      (array_agg(output ->> 'reason' ORDER BY created_on DESC) FILTER (WHERE state = 'retry'))[1] AS reason
    FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name IN (${sql.join(QUEUES)})
    GROUP BY name`.execute(db)
  return QUEUES.map(
    queue => rows.find(row => row.queue === queue) ?? { queue, waiting: 0, failing: 0, oldestSeconds: 0, reason: null },
  )
}
