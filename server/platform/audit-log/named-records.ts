import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AuditEntry, AuditKind } from '#contract/administration/audit-log.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { containsWord } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type NamedEntry = Pick<AuditEntry, 'kind' | 'record_id' | 'changes'>

type EntryChange = AuditEntry['changes'][number]

/** Kinds that have a name, and the statement that selects their ids and names. */
const NAME_QUERIES = {
  supplier: () => sql`SELECT id, name FROM supplier`,
  store: () => sql`SELECT id, name FROM store`,
  vatClass: () => sql`SELECT id, name FROM vat_class`,
  language: () => sql`SELECT id, name FROM language`,
  user: () => sql`SELECT id, email AS name FROM app_user`,
  invitation: () => sql`SELECT id, email AS name FROM invitation`,
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

type ReferenceName = keyof typeof NAME_QUERIES

/** The kinds whose names are in several languages. */
const TRANSLATED_KINDS: readonly string[] = [
  'productGroup',
  'product',
  'preorder_event',
  'recall',
] satisfies ReferenceName[]

const isNamed = (kind: string): kind is ReferenceName => Object.hasOwn(NAME_QUERIES, kind)

/** Fields whose values are ids. */
const RECORD_BY_FIELD: Readonly<Record<string, ReferenceName>> = {
  supplier_id: 'supplier',
  group_id: 'productGroup',
  vat_class_id: 'vatClass',
  store_id: 'store',
  event_id: 'preorder_event',
  language_id: 'language',
  product_order: 'product',
  keeper: 'store',
  helper: 'store',
  bookkeeper: 'store',
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

function findReferencedIds({ field, from, to }: EntryChange): [ReferenceName, number][] {
  const [, target, targetId] = /^markdowns\.(group|product) (\d+)$/.exec(field) ?? []
  if (target !== undefined) return [[target === 'group' ? 'productGroup' : 'product', Number(targetId)]]
  const [first = '', second = ''] = field.split('.')
  const last = field.split('.').at(-1) ?? first
  const kind = RECORD_BY_FIELD[last] ?? BY_ID[first]
  const values = [...idsIn(from), ...idsIn(to)]
  if (kind === undefined) return []
  if (RECORD_BY_FIELD[last] !== undefined || second === '') return values.map(id => [kind, id])
  return idsIn(Number(second)).map(id => [kind, id])
}

/** The products of an order to a supplier. */
const findLineIds = ({ field, to }: EntryChange): [ReferenceName, number][] =>
  field === 'lines' && Array.isArray(to)
    ? to.flatMap((line: { product_id?: unknown }) =>
        idsIn(line.product_id).map((id): [ReferenceName, number] => ['product', id]),
      )
    : []

/** The current names of everything that the entries are about or refer to, by kind and id: `product.1074`. */
export async function findNames(
  db: Db,
  entries: readonly NamedEntry[],
  language: LanguageCode,
): Promise<ReadonlyMap<string, string>> {
  const idsByKind = new Map<ReferenceName, Set<number>>()
  const want = ([kind, id]: [ReferenceName, number]) => idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(id))
  for (const { kind, record_id: id, changes } of entries) {
    if (isNamed(kind)) want([kind, id])
    for (const change of changes) for (const each of [...findReferencedIds(change), ...findLineIds(change)]) want(each)
  }
  const found = new Map<string, string>()
  for (const [kind, ids] of idsByKind) {
    const { rows } = await sql<{ id: number; name: string | null }>`
      SELECT id, name FROM (${NAME_QUERIES[kind](language)}) named WHERE id = ${anyId([...ids])}`.execute(db)
    for (const { id, name } of rows) if (name !== null && name !== '') found.set(`${kind}.${id}`, name)
  }
  return found
}

/** The subset of the names that one entry needs. */
export function namesIn({ changes }: NamedEntry, names: ReadonlyMap<string, string>): Record<string, string> {
  const keys = changes
    .flatMap(change => [...findReferencedIds(change), ...findLineIds(change)])
    .map(([kind, id]) => `${kind}.${id}`)
  return Object.fromEntries(keys.flatMap(key => (names.has(key) ? [[key, names.get(key) ?? '']] : [])))
}

/** Whether the name or number of an entry's record, its author's address or its reason contains a word. */
export function isAbout(word: string): RawBuilder<SqlBool> {
  const entry = { kind: sql.ref('audit_entry.kind'), id: sql.ref('audit_entry.record_id') }
  const queries = Object.entries(NAME_QUERIES).flatMap(([kind, select]) =>
    LANGUAGE_CODES.slice(0, TRANSLATED_KINDS.includes(kind) ? undefined : 1).map(
      language => sql<SqlBool>`${entry.kind} = ${kind} AND ${entry.id} IN (
        SELECT id FROM (${select(language)}) named WHERE ${containsWord(sql`search_form(name)`, word)})`,
    ),
  )
  const isNumber = /^[1-9]\d{0,14}$/.test(word) ? sql<SqlBool>`${entry.id} = ${Number(word)}` : sql<SqlBool>`false`
  return sql<SqlBool>`(${sql.join(queries, sql` OR `)} OR ${isNumber}
    OR audit_entry.user_id IN (SELECT id FROM app_user WHERE ${containsWord(sql`search_form(email)`, word)})
    OR ${containsWord(sql`search_form(coalesce(audit_entry.reason, ''))`, word)})`
}
