import { sql } from 'kysely'
import { AUDIT_KINDS, type AuditEntry, type AuditKind } from '#contract/administration/audit-log.ts'
import type { LanguageCode } from '#contract/values.ts'
import { isMoneyField } from '#domain/field-changes.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { shopMidnight } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { Context } from '#server/platform/context.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import type { Page } from '#server/platform/db/lists/list.ts'
import { splitWords } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findNames, namesIn, isAbout } from './named-records.ts'
import { traceExport } from './record-change.ts'

type AuditQuery = Paging & {
  q?: string | undefined
  kind?: AuditKind | undefined
  recordId?: number | undefined
  by?: number | undefined
  /** Days in Finland, the last one included. */
  from?: string | undefined
  until?: string | undefined
}

/** A search reads each entry: no index has the names of their records. */
const MAX_SEARCHED = 20_000

function selectEntries(db: Db, { q = '', kind, recordId, by, from, until }: AuditQuery) {
  let rows = db.selectFrom('audit_entry')
  if (kind) rows = rows.where('audit_entry.kind', '=', kind)
  if (recordId) rows = rows.where('audit_entry.record_id', '=', recordId)
  if (by) rows = rows.where('audit_entry.user_id', '=', by)
  if (from) rows = rows.where('audit_entry.created_at', '>=', shopMidnight(from))
  if (until) rows = rows.where('audit_entry.created_at', '<', shopMidnight(plusDays(until, 1)))
  const words = splitWords(q)
  if (words.length === 0) return rows
  const newest = rows.selectAll().orderBy('audit_entry.created_at', 'desc').orderBy('audit_entry.id', 'desc')
  const searched = db.selectFrom(newest.limit(MAX_SEARCHED).as('audit_entry'))
  return words.reduce((found, word) => found.where(isAbout(word)), searched)
}

type SelectEntries = ReturnType<typeof selectEntries>

/** The entries of one kind, of one admin, or all entries are contiguous in time order; so is a range of their days. */
const isInOrder = ({ q, kind, recordId, by }: AuditQuery) =>
  (q === undefined || q.trim() === '') && recordId === undefined && (kind === undefined || by === undefined)

const auditList = (db: Db, query: AuditQuery) => ({
  matching: selectEntries(db, query),
  select: (rows: SelectEntries) => rows.select('audit_entry.id'),
  sorts: { at: sql`audit_entry.created_at` },
  defaultSort: '-at',
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
export async function findAuditEntries(
  db: Db,
  { language, ...query }: AuditQuery & { language: LanguageCode },
): Promise<Page<AuditEntry>> {
  const { items, ...counted } = await findPage(auditList(db, query), query)
  const entries = await findEntries(
    db,
    items.map(({ id }) => id),
  )
  const names = await findNames(db, entries, language)
  const entriesWithNames = entries.map(entry => ({
    ...entry,
    name: names.get(`${entry.kind}.${entry.record_id}`) ?? null,
    names: namesIn(entry, names),
  }))
  return { items: entriesWithNames, ...counted }
}

/** An entry as stored, without names. */
type WrittenEntry = Omit<AuditEntry, 'name' | 'names'>

/** The ids of all entries that match the query, in its order. */
const findAuditIds = async (db: Db, query: AuditQuery): Promise<number[]> =>
  (await findAllRows(auditList(db, query), query.sort)).map(({ id }) => id)

/** The entries with these ids, in the order of the ids. */
async function findEntries(db: Db, ids: readonly number[]): Promise<WrittenEntry[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .innerJoin('app_user', 'app_user.id', 'audit_entry.user_id')
    .select(['audit_entry.id', 'audit_entry.kind', 'audit_entry.record_id', 'audit_entry.action'])
    .select(['audit_entry.reason', 'audit_entry.changes', 'audit_entry.created_at'])
    .select(['app_user.id as user_id', 'app_user.email'])
    .where('audit_entry.id', '=', anyId(ids))
    .execute()
  return sortByIds(ids, rows, ({ id }) => id).flatMap(toEntry)
}

type AuditRow = Omit<WrittenEntry, 'kind' | 'by' | 'at'> & {
  kind: string
  user_id: number
  email: string
  created_at: Date
}

/** Drops an entry whose kind only a newer version of the shop defines. */
function toEntry({ user_id, email, created_at, ...row }: AuditRow): WrittenEntry[] {
  const kind = AUDIT_KINDS.find(each => each === row.kind)
  return kind ? [{ ...row, kind, by: { id: user_id, email }, at: created_at.toISOString() }] : []
}

type FieldChange = WrittenEntry & { change: WrittenEntry['changes'][number] | undefined }

/** A changed field's value; a list or a record as its JSON. */
function toCell(field: string, value: unknown): WrittenCell {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && isMoneyField(field)) return moneyCell(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}

const EXPORT_COLUMNS: Columns<FieldChange> = {
  at: { heading: 'platform.auditLog.at', cell: row => shopTime(row.at) },
  by: { heading: 'platform.auditLog.by', cell: row => row.by.email },
  kind: { heading: 'platform.auditLog.kind', cell: row => row.kind },
  record_id: { heading: 'platform.auditLog.record_id', cell: row => row.record_id },
  action: { heading: 'platform.auditLog.action', cell: row => row.action },
  field: { heading: 'platform.auditLog.field', cell: row => row.change?.field ?? null },
  from: {
    heading: 'platform.auditLog.from',
    cell: ({ change }) => (change ? toCell(change.field, change.from) : null),
  },
  to: { heading: 'platform.auditLog.to', cell: ({ change }) => (change ? toCell(change.field, change.to) : null) },
  reason: { heading: 'platform.auditLog.reason', cell: row => row.reason },
}

/** One row for each field that was changed. */
export const exportAuditLog =
  (context: Context): ListExport<'audit'> =>
  async ({ query, user: { userId } }, headings) => {
    const { db } = context
    await traceExport(context, { list: 'audit', query, userId })
    const rows = listTable({
      findIds: () => findAuditIds(db, query),
      idRowsSql: async ids => (await findEntries(db, ids)).flatMap(getFieldChanges),
      columns: EXPORT_COLUMNS,
      headings,
    })
    return { name: 'audit', rows }
  }

const getFieldChanges = (entry: WrittenEntry): FieldChange[] =>
  (entry.changes.length > 0 ? entry.changes : [undefined]).map(change => ({ ...entry, change }))
