import type { Health, OutboxHealth } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { sql } from 'kysely'

type Queue = 'send-mail' | 'send-sms'
const NOTHING = { waiting: 0, failing: 0, lost: 0, oldest_seconds: 0 }

/** How what the shop depends on is doing, in figures alone: no address, key or text leaves the server. */
export async function lookAtHealth(context: Context): Promise<Health> {
  const { config } = context
  const outbox = await readOutbox(context)
  return {
    mail: { kind: config.smtpUrl ? 'smtp' : 'mailbox', ...(outbox.get('send-mail') ?? NOTHING) },
    sms: { kind: config.smsUrl ? 'gateway' : 'mailbox', ...(outbox.get('send-sms') ?? NOTHING) },
    database: await askDatabase(context),
    broken_invariants: await findBroken(context),
  }
}

type Figures = Omit<OutboxHealth, 'kind'>

async function readOutbox({ db }: Context): Promise<Map<Queue, Figures>> {
  // The outbox makes its own tables when it is first opened.
  const made = await sql<{ is_made: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS is_made`.execute(db)
  if (!made.rows[0]?.is_made) return new Map()
  const { rows } = await sql<Figures & { name: Queue }>`
    SELECT name,
      count(*) FILTER (WHERE state IN ('created', 'retry', 'active'))::integer AS waiting,
      count(*) FILTER (WHERE state = 'retry')::integer AS failing,
      count(*) FILTER (WHERE state = 'failed' AND created_on > now() - interval '1 day')::integer AS lost,
      coalesce(extract(epoch FROM now() - min(created_on) FILTER (WHERE state IN ('created', 'retry', 'active'))), 0)::integer
        AS oldest_seconds
    FROM pgboss.job WHERE name IN ('send-mail', 'send-sms') GROUP BY name`.execute(db)
  return new Map(rows.map(({ name, ...figures }) => [name, figures]))
}

async function askDatabase({ db, config }: Context): Promise<Health['database']> {
  const begun = performance.now()
  const { rows } = await sql<{ version: string; size_bytes: number }>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size_bytes`.execute(db)
  const { version = '', size_bytes = 0 } = rows[0] ?? {}
  const answer_ms = Math.round((performance.now() - begun) * 10) / 10
  return { version, size_bytes, answer_ms, is_embedded: config.databaseUrl === undefined }
}

const findBroken = async ({ db }: Context) => {
  const rows = await db.selectFrom('invariant_check').select('invariant').where('broken', '>', 0).execute()
  return rows.map(({ invariant }) => invariant).toSorted()
}
