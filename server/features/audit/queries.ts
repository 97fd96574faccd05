import { AUDIT_KINDS, type AuditEntry, type AuditKind } from '#contract/audit.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { instantOf, plusDays } from '#domain/zoned-time.ts'
import { findPage, type Paging } from '#server/db/find-page.ts'
import type { Database } from '#server/db/tables.ts'
import { sql, type Kysely } from 'kysely'

export type TrailQuery = Paging & {
  kind?: AuditKind | undefined
  recordId?: number | undefined
  by?: number | undefined
  /** Days in Finland, the last one included. */
  from?: string | undefined
  until?: string | undefined
}

const midnight = (day: string) => new Date(instantOf(day, 0, SHOP_TIME_ZONE))

function entriesOf(db: Kysely<Database>, { kind, recordId, by, from, until }: TrailQuery) {
  let rows = db.selectFrom('audit_entry').innerJoin('app_user', 'app_user.id', 'audit_entry.user_id')
  if (kind) rows = rows.where('audit_entry.kind', '=', kind)
  if (recordId) rows = rows.where('audit_entry.record_id', '=', recordId)
  if (by) rows = rows.where('audit_entry.user_id', '=', by)
  if (from) rows = rows.where('audit_entry.created_at', '>=', midnight(from))
  if (until) rows = rows.where('audit_entry.created_at', '<', midnight(plusDays(until, 1)))
  return rows
}

/** A page of the trail. */
export async function findTrail(
  db: Kysely<Database>,
  query: TrailQuery,
): Promise<{ items: AuditEntry[]; total: number }> {
  const { items, total } = await findPage(
    {
      matching: entriesOf(db, query),
      show: rows =>
        rows
          .select(['audit_entry.id', 'audit_entry.kind', 'audit_entry.record_id', 'audit_entry.action'])
          .select(['audit_entry.reason', 'audit_entry.changes', 'audit_entry.created_at'])
          .select(['app_user.id as user_id', 'app_user.email']),
      sorts: { at: sql`audit_entry.created_at` },
      usual: '-at',
      id: sql`audit_entry.id`,
    },
    query,
  )
  return { items: items.flatMap(toEntry), total }
}

type Row = Omit<AuditEntry, 'kind' | 'by' | 'at'> & { kind: string; user_id: number; email: string; created_at: Date }

/** A kind that only a newer version of the shop knows is not shown. */
function toEntry({ user_id, email, created_at, ...row }: Row): AuditEntry[] {
  const kind = AUDIT_KINDS.find(known => known === row.kind)
  return kind ? [{ ...row, kind, by: { id: user_id, email }, at: created_at.toISOString() }] : []
}
