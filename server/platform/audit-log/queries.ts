import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { AUDIT_KINDS, type AuditEntry, type AuditKind } from '#contract/administration/audit-log.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { isMoneyField } from '#domain/field-changes.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { shopMidnight } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { Context } from '#server/platform/context.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import type { Page } from '#server/platform/db/lists/list.ts'
import { contains, splitWords } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import type { Db } from '#server/platform/schema/tables.ts'
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

type Entries = ReturnType<typeof selectEntries>

/** The entries of one kind, of one admin, or all entries are contiguous in time order; so is a range of their days. */
const isInOrder = ({ q, kind, recordId, by }: AuditQuery) =>
  (q === undefined || q.trim() === '') && recordId === undefined && (kind === undefined || by === undefined)

const auditList = (db: Db, query: AuditQuery) => ({
  matching: selectEntries(db, query),
  select: (rows: Entries) => rows.select('audit_entry.id'),
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
  const named = entries.map(entry => ({
    ...entry,
    name: names.get(`${entry.kind}.${entry.record_id}`) ?? null,
    names: namesIn(entry, names),
  }))
  return { items: named, ...counted }
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
  const kind = AUDIT_KINDS.find(known => known === row.kind)
  return kind ? [{ ...row, kind, by: { id: user_id, email }, at: created_at.toISOString() }] : []
}

type Entry = Pick<AuditEntry, 'kind' | 'record_id' | 'changes'>
type Change = AuditEntry['changes'][number]

/** Kinds that have a name, and the statement that selects their ids and names. */
const NAMED = {
  supplier: () => sql`SELECT id, name FROM supplier`,
  store: () => sql`SELECT id, name FROM store`,
  vatClass: () => sql`SELECT id, name FROM vat_class`,
  language: () => sql`SELECT id, name FROM language`,
  user: () => sql`SELECT id, email AS name FROM app_user`,
  message: () => sql`SELECT id, title AS name FROM message`,
  terminal: () =>
    sql`SELECT terminal.id, store.name || ', ' || terminal.name AS name FROM terminal JOIN store ON store.id = terminal.store_id`,
  stockTake: () => sql`SELECT take.id, store.name FROM stock_take take JOIN store ON store.id = take.store_id`,
  productGroup: (language: LanguageCode) =>
    sql`SELECT id, text_in(names, ${sql.lit(language)}) AS name FROM product_group`,
  purchaseOrder: () =>
    sql`SELECT bought.id, supplier.name FROM purchase_order bought JOIN supplier ON supplier.id = bought.supplier_id`,
  product: (language: LanguageCode) =>
    sql`SELECT product_id AS id, text_in(names, ${sql.lit(language)}) AS name FROM product_version WHERE is_current`,
  preorder_event: (language: LanguageCode) =>
    sql`SELECT id, text_in(names, ${sql.lit(language)}) AS name FROM preorder_event`,
  recall: (language: LanguageCode) =>
    sql`SELECT recall.id, text_in(names, ${sql.lit(language)}) AS name
      FROM recall JOIN product_version version ON version.product_id = recall.product_id AND version.is_current`,
} satisfies Partial<Record<AuditKind | 'language', (language: LanguageCode) => RawBuilder<unknown>>>
type ReferenceName = keyof typeof NAMED

/** The kinds whose names are in several languages. */
const TRANSLATED: readonly string[] = ['productGroup', 'product', 'preorder_event', 'recall'] satisfies ReferenceName[]

const isNamed = (kind: string): kind is ReferenceName => Object.hasOwn(NAMED, kind)

/** Fields whose values are ids. */
const IDS: Readonly<Record<string, ReferenceName>> = {
  supplier_id: 'supplier',
  group_id: 'productGroup',
  vat_class_id: 'vatClass',
  store_id: 'store',
  event_id: 'preorder_event',
  language_id: 'language',
  product_order: 'product',
}
/** Fields with an id in their own name: `stores.1001.offered`; without one, their values are ids. */
const BY_ID: Readonly<Record<string, ReferenceName>> = {
  stores: 'store',
  products: 'product',
  counted: 'product',
  purchase_prices: 'supplier',
}

const idsIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is number => Number.isInteger(each))

function findReferencedIds({ field, from, to }: Change): [ReferenceName, number][] {
  const [first = '', second = ''] = field.split('.')
  const last = field.split('.').at(-1) ?? first
  const kind = IDS[last] ?? BY_ID[first]
  const values = [...idsIn(from), ...idsIn(to)]
  if (kind === undefined) return []
  if (IDS[last] !== undefined || second === '') return values.map(id => [kind, id])
  return idsIn(Number(second)).map(id => [kind, id])
}

/** The products of an order to a supplier. */
const findLineIds = ({ field, to }: Change): [ReferenceName, number][] =>
  field === 'lines' && Array.isArray(to)
    ? to.flatMap((line: { product_id?: unknown }) =>
        idsIn(line.product_id).map((id): [ReferenceName, number] => ['product', id]),
      )
    : []

/** The current names of everything that the entries are about or refer to, by kind and id: `product.1074`. */
async function findNames(
  db: Db,
  entries: readonly Entry[],
  language: LanguageCode,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<ReferenceName, Set<number>>()
  const want = ([kind, id]: [ReferenceName, number]) => wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  for (const { kind, record_id: id, changes } of entries) {
    if (isNamed(kind)) want([kind, id])
    for (const change of changes) for (const each of [...findReferencedIds(change), ...findLineIds(change)]) want(each)
  }
  const found = new Map<string, string>()
  for (const [kind, ids] of wanted) {
    const { rows } = await sql<{ id: number; name: string | null }>`
      SELECT id, name FROM (${NAMED[kind](language)}) named WHERE id = ${anyId([...ids])}`.execute(db)
    for (const { id, name } of rows) if (name !== null && name !== '') found.set(`${kind}.${id}`, name)
  }
  return found
}

/** The subset of the names that one entry needs. */
function namesIn({ changes }: Entry, names: ReadonlyMap<string, string>): Record<string, string> {
  const keys = changes
    .flatMap(change => [...findReferencedIds(change), ...findLineIds(change)])
    .map(([kind, id]) => `${kind}.${id}`)
  return Object.fromEntries(keys.flatMap(key => (names.has(key) ? [[key, names.get(key) ?? '']] : [])))
}

/** Whether the name or number of an entry's record, its author's address or its reason contains a word. */
function isAbout(word: string): RawBuilder<SqlBool> {
  const entry = { kind: sql.ref('audit_entry.kind'), id: sql.ref('audit_entry.record_id') }
  const named = Object.entries(NAMED).flatMap(([kind, select]) =>
    LANGUAGE_CODES.slice(0, TRANSLATED.includes(kind) ? undefined : 1).map(
      language => sql<SqlBool>`${entry.kind} = ${kind} AND ${entry.id} IN (
        SELECT id FROM (${select(language)}) named WHERE ${contains(sql`search_form(name)`, word)})`,
    ),
  )
  const isNumber = /^[1-9]\d{0,14}$/.test(word) ? sql<SqlBool>`${entry.id} = ${Number(word)}` : sql<SqlBool>`false`
  return sql<SqlBool>`(${sql.join(named, sql` OR `)} OR ${isNumber}
    OR audit_entry.user_id IN (SELECT id FROM app_user WHERE ${contains(sql`search_form(email)`, word)})
    OR ${contains(sql`search_form(coalesce(audit_entry.reason, ''))`, word)})`
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

const COLUMNS: Columns<FieldChange> = {
  at: { head: 'platform.auditLog.at', cell: row => shopTime(row.at) },
  by: { head: 'platform.auditLog.by', cell: row => row.by.email },
  kind: { head: 'platform.auditLog.kind', cell: row => row.kind },
  record_id: { head: 'platform.auditLog.record_id', cell: row => row.record_id },
  action: { head: 'platform.auditLog.action', cell: row => row.action },
  field: { head: 'platform.auditLog.field', cell: row => row.change?.field ?? null },
  from: { head: 'platform.auditLog.from', cell: ({ change }) => (change ? toCell(change.field, change.from) : null) },
  to: { head: 'platform.auditLog.to', cell: ({ change }) => (change ? toCell(change.field, change.to) : null) },
  reason: { head: 'platform.auditLog.reason', cell: row => row.reason },
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
      columns: COLUMNS,
      headings,
    })
    return { name: 'audit', rows }
  }

const getFieldChanges = (entry: WrittenEntry): FieldChange[] =>
  (entry.changes.length > 0 ? entry.changes : [undefined]).map(change => ({ ...entry, change }))
