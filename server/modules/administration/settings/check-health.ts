import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Health, OutboxHealth } from '#contract/administration/settings.ts'
import type { Context } from '#server/platform/context.ts'
import { untrustedProxy } from '#server/platform/http/connection/untrusted-proxy.ts'
import { readOutboxes } from '#server/platform/outbox/outbox-waiting.ts'

type Channel = 'mail' | 'sms'
/**
 * The health of the shop's dependencies, in figures, with the reason why messages are not sent: no recipient, key or message text
 * leaves the server.
 */
export async function checkHealth(context: Context, request: FastifyRequest): Promise<Health> {
  const { config, storage } = context
  const disks = await storage.disks()
  return {
    mail: { kind: config.smtpUrl ? 'smtp' : 'mailbox', ...(await readOutbox(context, 'mail')) },
    sms: { kind: config.smsUrl ? 'gateway' : 'mailbox', ...(await readOutbox(context, 'sms')) },
    database: await askDatabase(context),
    broken_invariants: await findBroken(context),
    disks: disks.map(({ name, freeBytes, totalBytes }) => ({ name, free_bytes: freeBytes, total_bytes: totalBytes })),
    is_disk_full: await storage.isFull(),
    untrusted_proxy: untrustedProxy(request) ?? null,
  }
}

export async function readOutbox(context: Pick<Context, 'db'>, channel: Channel): Promise<Omit<OutboxHealth, 'kind'>> {
  const [outboxes, lost] = [await readOutboxes(context.db), await readLost(context, channel)]
  const { waiting, failing, oldestSeconds, reason } =
    outboxes?.find(({ queue }) => queue === `send-${channel}`) ?? NOTHING
  return { waiting, failing, oldest_seconds: Math.round(oldestSeconds), lost: lost.lost, reason: reason ?? lost.reason }
}

const NOTHING = { waiting: 0, failing: 0, oldestSeconds: 0, reason: null }

async function readLost({ db }: Pick<Context, 'db'>, channel: Channel) {
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
