import type { Health, OutboxHealth } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { sql } from 'kysely'

type Channel = 'mail' | 'sms'
/** How what the shop depends on is doing, in figures alone: no address, key or text leaves the server. */
export async function lookAtHealth(context: Context): Promise<Health> {
  const { config } = context
  return {
    mail: { kind: config.smtpUrl ? 'smtp' : 'mailbox', ...(await readOutbox(context, 'mail')) },
    sms: { kind: config.smsUrl ? 'gateway' : 'mailbox', ...(await readOutbox(context, 'sms')) },
    database: await askDatabase(context),
    broken_invariants: await findBroken(context),
  }
}

type Waiting = Pick<OutboxHealth, 'waiting' | 'failing' | 'oldest_seconds'> & { reason: string | null }
const NOTHING: Waiting = { waiting: 0, failing: 0, oldest_seconds: 0, reason: null }

async function readOutbox(context: Context, channel: Channel): Promise<Omit<OutboxHealth, 'kind'>> {
  const [waiting, lost] = [await readWaiting(context, channel), await readLost(context, channel)]
  return { ...waiting, lost: lost.lost, reason: waiting.reason ?? lost.reason }
}

async function readWaiting({ db }: Context, channel: Channel): Promise<Waiting> {
  // The outbox makes its own tables when it is first opened.
  const made = await sql<{ is_made: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS is_made`.execute(db)
  if (!made.rows[0]?.is_made) return NOTHING
  const { rows } = await sql<Waiting>`
    SELECT count(*)::integer AS waiting, count(*) FILTER (WHERE state = 'retry')::integer AS failing,
      coalesce(extract(epoch FROM now() - min(created_on)), 0)::integer AS oldest_seconds,
      (array_agg(output ->> 'reason' ORDER BY created_on DESC) FILTER (WHERE state = 'retry'))[1] AS reason
    FROM pgboss.job WHERE name = ${`send-${channel}`} AND state IN ('created', 'retry', 'active')`.execute(db)
  return rows[0] ?? NOTHING
}

async function readLost({ db }: Context, channel: Channel) {
  const { rows } = await sql<{ lost: number; reason: string | null }>`
    SELECT count(*)::integer AS lost, (array_agg(reason ORDER BY failed_at DESC))[1] AS reason
    FROM undelivered_message WHERE channel = ${channel} AND failed_at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { lost: 0, reason: null }
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
