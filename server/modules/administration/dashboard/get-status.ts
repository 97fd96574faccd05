import { sql } from 'kysely'
import type { ShopStatus } from '#contract/administration/dashboard.ts'
import { findCodeUse } from '#server/modules/accounts/phone-verification/verification-code.ts'
import type { Context } from '#server/platform/context.ts'
import { minFreeBytes } from '#server/platform/db/storage.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { sumEmails, readOutbox } from '#server/platform/outbox/outbox-rows.ts'

/** The state of the shop in figures: readers evaluate them with domain/administration/shop-status.ts. */
export async function getStatus(context: Context, user: SignedIn): Promise<ShopStatus> {
  const { db, config, now, storage } = context
  const [backup, invariants, payments, outbox, sms, database] = await Promise.all([
    findBackup(context),
    findInvariantChecks(context),
    findUnclear(context),
    readOutbox(db),
    findCodeUse(context),
    sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db),
  ])
  return {
    at: now().toISOString(),
    version: config.version,
    database: { version: database.rows[0]?.version ?? '', is_embedded: config.databaseUrl === undefined },
    backup,
    invariants,
    payments,
    outbox: {
      waiting: sumEmails(outbox).waiting + outbox.sms.waiting,
      oldest_seconds: Math.round(Math.max(sumEmails(outbox).oldestSeconds, outbox.sms.oldestSeconds)),
    },
    sms_codes: sms,
    disk: { min_free_bytes: await minFreeBytes(storage), is_full: await storage.isFull() },
    has_passkey: user.passkey !== 'none',
  }
}

async function findBackup({ db, config }: Context) {
  const { last_at, failed_at } = await db
    .selectFrom('backup_run')
    .select(({ fn }) => [
      fn.max<Date | null>('ended_at').filterWhere('failure', 'is', null).as('last_at'),
      fn.max<Date | null>('ended_at').filterWhere('failure', 'is not', null).as('failed_at'),
    ])
    .executeTakeFirstOrThrow()
  return {
    is_scheduled: config.backupTime !== undefined,
    last_at: last_at?.toISOString() ?? null,
    failed_at: failed_at?.toISOString() ?? null,
  }
}

async function findInvariantChecks({ db }: Context) {
  const { violations, checked_at } = await db
    .selectFrom('invariant_check')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('violations', '>', 0).as('violations'),
      fn.min<Date | null>('checked_at').as('checked_at'),
    ])
    .executeTakeFirstOrThrow()
  return { violations, checked_at: checked_at?.toISOString() ?? null }
}

async function findUnclear({ db, now }: Context) {
  const { unknown, unresolved, oldest } = await db
    .selectFrom('payment_attempt')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'UNKNOWN').as('unknown'),
      fn.countAll<number>().filterWhere('state', '!=', 'UNKNOWN').as('unresolved'),
      fn.min<Date | null>(fn.coalesce('unknown_since', 'created_at')).filterWhere('state', '=', 'UNKNOWN').as('oldest'),
    ])
    .where('state', 'in', ['UNKNOWN', 'UNRESOLVED', 'REVIEW'])
    .executeTakeFirstOrThrow()
  const age = oldest === null ? 0 : now().getTime() - oldest.getTime()
  return { unknown, unresolved, oldest_unknown_seconds: Math.max(0, Math.round(age / 1000)) }
}
