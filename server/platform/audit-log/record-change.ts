import { sql } from 'kysely'
import type { AuditKind } from '#contract/administration/audit-log.ts'
import { type Facts, fieldChanges } from '#domain/field-changes.ts'
import type { Context } from '#server/platform/context.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { isFingerprint } from '#server/platform/secrets/secrets.ts'

/** Author, time and reason of a change. */
export type Author = { userId: number; at: Date; reason?: string | undefined }

/** The calling admin, at the time of the call. */
export const authorAt =
  (now: () => Date) =>
  ({ userId }: { userId: number }, reason?: string): Author => ({ userId, at: now(), reason })

/**
 * A record before and after, as the API shows it; null: it doesn't exist. Ids and revisions carry no information and are left
 * out.
 */
export type RecordChange = { kind: AuditKind; id: number; before: Facts | null; after: Facts | null; author: Author }

const SECRET_NAME = /secret|password|token|api_?key|hmac|sha256|encrypted/i

/**
 * Writes the differences to the audit log, in the transaction that makes the change: neither exists without the other. Returns
 * whether anything differs. Throws for a field whose name suggests a secret: the audit log contains none, only fingerprints.
 */
export const recordChange = async (trx: Trx, change: RecordChange): Promise<boolean> =>
  (await recordChanges(trx, [change])).length > 0

/** The same for many records at once; returns those in which anything differs. */
export async function recordChanges(trx: Trx, records: readonly RecordChange[]): Promise<RecordChange[]> {
  const entries = records.flatMap((record, place) => toEntry(record, place) ?? [])
  if (entries.length === 0) return []
  const rows = entries.map(({ row }) => row)
  await sql`
    INSERT INTO audit_entry (kind, record_id, action, user_id, reason, changes, created_at)
    SELECT kind, record_id, action, user_id, reason, changes, created_at
    FROM ${jsonRecordset(rows, 'place integer, kind text, record_id bigint, action text, user_id integer, reason text, changes jsonb, created_at timestamptz')}
    ORDER BY place`.execute(trx)
  return entries.map(({ record }) => record)
}

function toEntry(record: RecordChange, place: number) {
  const { kind, id, before, after, author } = record
  const changes = fieldChanges(before, after)
  const secret = changes.find(
    ({ field, from, to }) => SECRET_NAME.test(field) && !(isFingerprint(from) && isFingerprint(to)),
  )
  if (secret) throw new Error(`The field ${secret.field} must not be in the audit log`)
  if (before && after && changes.length === 0) return undefined
  const action = !before ? 'created' : after ? 'changed' : 'removed'
  const { userId: user_id, reason = null, at: created_at } = author
  return { record, row: { place, kind, record_id: id, action, user_id, reason, changes, created_at } }
}

type ExportedList = {
  list: 'users' | 'orders' | 'preorders' | 'pickList' | 'visits' | 'audit'
  query: Readonly<Record<string, unknown>>
  userId: number
}

/**
 * Records an export of personal data in the audit log, before its first row is sent. A search text is often a person's name or
 * address, so the audit log contains only that there was one.
 */
export async function traceExport({ db, log, now }: Context, { list, query, userId }: ExportedList): Promise<void> {
  log.info({ list, userId }, 'a list was exported')
  const after = { list, query: { ...query, ...(query['q'] !== undefined && { q: '…' }) } }
  await inTransaction(db, trx =>
    recordChange(trx, { kind: 'export', id: 1, before: null, after, author: { userId, at: now() } }),
  )
}
