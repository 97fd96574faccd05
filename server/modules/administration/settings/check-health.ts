import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Health, OutboxHealth } from '#contract/administration/settings.ts'
import { mustBeAuthorised } from '#domain/administration/shop-status.ts'
import { sendsReports } from '#domain/messaging/carriers/sms-gateways.ts'
import type { Context } from '#server/platform/context.ts'
import { untrustedProxy } from '#server/platform/http/connection/address.ts'
import { sumEmails, type OutboxState, readOutbox } from '#server/platform/outbox/outbox-rows.ts'
import { canReceiveReports, readSmsDeliveries } from '#server/platform/outbox/sms-deliveries.ts'

/**
 * The health of the shop's dependencies, in figures, with the reason why messages are not sent: no recipient, key or message text
 * leaves the server.
 */
export async function checkHealth(context: Context, request: FastifyRequest): Promise<Health> {
  const { config, storage } = context
  const disks = await storage.disks()
  const outbox = await readOutbox(context.db)
  return {
    mail: { kind: config.smtpUrl ? 'smtp' : 'mailbox', ...toHealth(sumEmails(outbox)) },
    sms: await smsHealth(context, outbox.sms),
    database: await checkDatabase(context),
    violated_invariants: await findBroken(context),
    disks: disks.map(({ name, freeBytes, totalBytes }) => ({ name, free_bytes: freeBytes, total_bytes: totalBytes })),
    is_disk_full: await storage.isFull(),
    untrusted_proxy: untrustedProxy(request) ?? null,
  }
}

type DeliveryState = Omit<OutboxState, 'kind'>

const toHealth = ({ waiting, failing, oldestSeconds, lost, reason }: DeliveryState): Omit<OutboxHealth, 'kind'> => ({
  waiting,
  failing,
  oldest_seconds: Math.round(oldestSeconds),
  undeliverable: lost,
  reason,
})

/** Whether an admin has confirmed this sender; undefined: the gateway's own. */
export const isSenderConfirmed = (sender: string | undefined) =>
  sql<boolean>`EXISTS (SELECT 1 FROM shop_milestone
    WHERE name = 'smsSenderAuthorised' AND subject IS NOT DISTINCT FROM ${sender ?? null}::text)`

async function smsHealth({ config, db }: Context, outbox: DeliveryState): Promise<Health['sms']> {
  const gateways = config.isStaging ? [] : config.smsGateways.map(({ kind }) => kind)
  const { smsSender: sender, smsCountries: countries } = config
  const isNeeded = gateways.length > 0 && mustBeAuthorised({ sender, countries })
  const { consecutiveFailures, lastFailure, ...counts } = await readSmsDeliveries(db)
  const last_failure = lastFailure && { at: lastFailure.at.toISOString(), reason: lastFailure.reason }
  return {
    kind: gateways.length > 0 ? 'gateway' : 'mailbox',
    ...toHealth(outbox),
    gateways,
    sender: sender ?? null,
    sender_authorisation: isNeeded ? await findConfirmation(db, sender) : 'needless',
    deliveries:
      gateways.some(sendsReports) && canReceiveReports(config)
        ? { ...counts, consecutive_failures: consecutiveFailures, last_failure }
        : null,
  }
}

async function findConfirmation(db: Context['db'], sender: string | undefined) {
  const { rows } = await sql<{ isConfirmed: boolean }>`SELECT ${isSenderConfirmed(sender)} AS "isConfirmed"`.execute(db)
  return rows[0]?.isConfirmed === true ? 'confirmed' : 'missing'
}

async function checkDatabase({ db, config }: Context): Promise<Health['database']> {
  const started = performance.now()
  const { rows } = await sql<{ version: string; size_bytes: number }>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size_bytes`.execute(db)
  const { version = '', size_bytes = 0 } = rows[0] ?? {}
  const response_ms = Math.round((performance.now() - started) * 10) / 10
  return { version, size_bytes, response_ms, is_embedded: config.databaseUrl === undefined }
}

const findBroken = async ({ db }: Context) => {
  const rows = await db.selectFrom('invariant_check').select('invariant').where('violations', '>', 0).execute()
  return rows.map(({ invariant }) => invariant).toSorted()
}
