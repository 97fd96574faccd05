import { sql, type Transaction } from 'kysely'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { lockNamed } from './import-rows.ts'
import { plainName } from './known-names.ts'
import { newSuppliersOf } from './queries.ts'

type Trx = Transaction<Database>

/** Returns the existing suppliers or groups that rows name, and locks them until the transaction ends. */
export async function lockRowNames(
  trx: Trx,
  importId: number,
  field: 'supplier_id' | 'group_id',
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT (change ->> 'to')::integer AS id
    FROM product_import_row, jsonb_array_elements(changes) AS change
    WHERE product_import_id = ${importId} AND change ->> 'field' = ${field} AND change ->> 'to' IS NOT NULL`.execute(
    trx,
  )
  return lockNamed(
    trx,
    field === 'supplier_id' ? 'supplier' : 'product_group',
    rows.map(({ id }) => id),
  )
}

/** Adds the suppliers that rows name and that still do not exist; `added` are those that it added. */
export async function makeSuppliers(trx: Trx, importId: number, author: Author) {
  const ids = new Map<string, number>()
  const added: number[] = []
  const wanted = await newSuppliersOf(trx, importId)
  if (wanted.length === 0) return { ids, added }
  const there = await trx.selectFrom('supplier').select(['id', 'name']).orderBy('id', 'desc').forKeyShare().execute()
  const known = new Map(there.map(({ id, name }) => [plainName(name), id]))
  for (const { new_supplier: name } of wanted) {
    const id = known.get(plainName(name)) ?? (await add(name))
    ids.set(name, id)
  }
  return { ids, added }

  async function add(name: string): Promise<number> {
    const { id } = await trx.insertInto('supplier').values({ name }).returning('id').executeTakeFirstOrThrow()
    await recordChange(trx, { kind: 'supplier', id, before: null, after: { name }, author })
    added.push(id)
    return id
  }
}

/** Removes those of an import's suppliers that have no product. */
export async function removeSuppliers(trx: Trx, ids: readonly number[], author: Author): Promise<void> {
  if (ids.length === 0) return
  const removed = await trx
    .deleteFrom('supplier')
    .where('id', '=', anyOf(ids))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product').select('id').whereRef('supplier_id', '=', 'supplier.id'))),
    )
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of removed)
    await recordChange(trx, { kind: 'supplier', id, before: { name }, after: null, author })
}
