import type { AuditEntry, AuditKind } from '#contract/administration/audit-log.ts'
import type { LanguageCode } from '#contract/values.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'

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
  product: (language: LanguageCode) =>
    sql`SELECT product_id AS id, text_in(names, ${sql.lit(language)}) AS name FROM product_version WHERE is_current`,
  preorder_event: (language: LanguageCode) =>
    sql`SELECT id, text_in(names, ${sql.lit(language)}) AS name FROM preorder_event`,
} satisfies Partial<Record<AuditKind | 'language', (language: LanguageCode) => RawBuilder<unknown>>>
type Named = keyof typeof NAMED

const isNamed = (kind: string): kind is Named => Object.hasOwn(NAMED, kind)

/** Fields whose values are ids. */
const IDS: Readonly<Record<string, Named>> = {
  supplier_id: 'supplier',
  vat_class_id: 'vatClass',
  store_id: 'store',
  event_id: 'preorder_event',
  language_id: 'language',
  product_order: 'product',
}
/** Fields with an id in their own name: `stores.1001.offered`; without one, their values are ids. */
const BY_ID: Readonly<Record<string, Named>> = { stores: 'store', products: 'product', counted: 'product' }

const idsIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is number => Number.isInteger(each))

function idsOf({ field, from, to }: Change): [Named, number][] {
  const [first = '', second = ''] = field.split('.')
  const last = field.split('.').at(-1) ?? first
  const [kind, values] = [IDS[last] ?? BY_ID[first], [...idsIn(from), ...idsIn(to)]]
  if (kind === undefined) return []
  if (IDS[last] !== undefined || second === '') return values.map(id => [kind, id])
  return idsIn(Number(second)).map(id => [kind, id])
}

/** The products of an order to a supplier. */
const linesOf = ({ field, to }: Change): [Named, number][] =>
  field === 'lines' && Array.isArray(to)
    ? to.flatMap((line: { product_id?: unknown }) =>
        idsIn(line.product_id).map((id): [Named, number] => ['product', id]),
      )
    : []

/** The current names of everything that the entries are about or refer to, by kind and id: `product.1074`. */
export async function findNames(
  db: Kysely<Database>,
  entries: readonly Entry[],
  language: LanguageCode,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<Named, Set<number>>()
  const want = ([kind, id]: [Named, number]) => wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  for (const { kind, record_id: id, changes } of entries) {
    if (isNamed(kind)) want([kind, id])
    for (const change of changes) for (const each of [...idsOf(change), ...linesOf(change)]) want(each)
  }
  const found = new Map<string, string>()
  for (const [kind, ids] of wanted) {
    const { rows } = await sql<{ id: number; name: string | null }>`
      SELECT id, name FROM (${NAMED[kind](language)}) named WHERE id = ${anyOf([...ids])}`.execute(db)
    for (const { id, name } of rows) if (name !== null && name !== '') found.set(`${kind}.${id}`, name)
  }
  return found
}

/** The subset of the names that one entry needs. */
export function namesIn({ changes }: Entry, names: ReadonlyMap<string, string>): Record<string, string> {
  const keys = changes.flatMap(change => [...idsOf(change), ...linesOf(change)]).map(([kind, id]) => `${kind}.${id}`)
  return Object.fromEntries(keys.flatMap(key => (names.has(key) ? [[key, names.get(key) ?? '']] : [])))
}
