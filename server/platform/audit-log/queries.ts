import { AUDIT_KINDS, type AuditEntry, type AuditKind } from '#contract/administration/audit-log.ts'
import type { LanguageCode } from '#contract/values.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { instantOf, plusDays } from '#domain/zoned-time.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { COUNTED_UP_TO } from '#server/platform/db/find-long-page.ts'
import { findAllRows, findPage, inOrderOf, type Paging } from '#server/platform/db/find-page.ts'
import type { Page } from '#server/platform/db/list.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Kysely } from 'kysely'
import { findNames, namesIn } from './find-names.ts'

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
  let rows = db.selectFrom('audit_entry')
  if (kind) rows = rows.where('audit_entry.kind', '=', kind)
  if (recordId) rows = rows.where('audit_entry.record_id', '=', recordId)
  if (by) rows = rows.where('audit_entry.user_id', '=', by)
  if (from) rows = rows.where('audit_entry.created_at', '>=', midnight(from))
  if (until) rows = rows.where('audit_entry.created_at', '<', midnight(plusDays(until, 1)))
  return rows
}

type Entries = ReturnType<typeof entriesOf>

/** The entries of one kind, of one admin, or all entries are contiguous in time order; so is a range of their days. */
const isInOrder = ({ kind, recordId, by }: TrailQuery) =>
  recordId === undefined && (kind === undefined || by === undefined)

const trailList = (db: Kysely<Database>, query: TrailQuery) => ({
  matching: entriesOf(db, query),
  show: (rows: Entries) => rows.select('audit_entry.id'),
  sorts: { at: sql`audit_entry.created_at` },
  usual: '-at',
  id: sql`audit_entry.id`,
  long: {
    db,
    all: db.selectFrom('audit_entry'),
    id: sql<number>`audit_entry.id`,
    isInOrder: isInOrder(query),
    countedUpTo: COUNTED_UP_TO,
  },
})

/** A page of the audit log, with the names of what it refers to in a language. */
export async function findTrail(
  db: Kysely<Database>,
  { language, ...query }: TrailQuery & { language: LanguageCode },
): Promise<Page<AuditEntry>> {
  const { items, ...counted } = await findPage(trailList(db, query), query)
  const entries = await findEntries(
    db,
    items.map(({ id }) => id),
  )
  const names = await findNames(db, entries, language)
  const named = entries.map(entry => ({
    ...entry,
    name: names.get(`${entry.kind}.${entry.record_id}`) ?? null,
    names: namesIn(entry, names),
  }))
  return { items: named, ...counted }
}

/** An entry as stored, without names. */
export type WrittenEntry = Omit<AuditEntry, 'name' | 'names'>

/** The ids of all entries that match the query, in its order. */
export const findTrailIds = async (db: Kysely<Database>, query: TrailQuery): Promise<number[]> =>
  (await findAllRows(trailList(db, query), query.sort)).map(({ id }) => id)

/** The entries with these ids, in the order of the ids. */
export async function findEntries(db: Kysely<Database>, ids: readonly number[]): Promise<WrittenEntry[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .innerJoin('app_user', 'app_user.id', 'audit_entry.user_id')
    .select(['audit_entry.id', 'audit_entry.kind', 'audit_entry.record_id', 'audit_entry.action'])
    .select(['audit_entry.reason', 'audit_entry.changes', 'audit_entry.created_at'])
    .select(['app_user.id as user_id', 'app_user.email'])
    .where('audit_entry.id', '=', anyOf(ids))
    .execute()
  return inOrderOf(ids, rows, ({ id }) => id).flatMap(toEntry)
}

type Row = Omit<WrittenEntry, 'kind' | 'by' | 'at'> & { kind: string; user_id: number; email: string; created_at: Date }

/** Drops an entry whose kind only a newer version of the shop defines. */
function toEntry({ user_id, email, created_at, ...row }: Row): WrittenEntry[] {
  const kind = AUDIT_KINDS.find(known => known === row.kind)
  return kind ? [{ ...row, kind, by: { id: user_id, email }, at: created_at.toISOString() }] : []
}
