import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { findGroupNames } from '#server/modules/catalogue/product-groups/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { lockNamed } from './import-rows.ts'
import { findNewGroups, newSuppliersQuery } from './queries.ts'

/** So that a group can be put in between. */
const POSITION_STEP = 10

type MakeGroupsInput = { importId: number; language: LanguageCode; author: Author }

/**
 * Adds the groups that rows name and that still do not exist, after all others; `added` are those that it added. Their name is in
 * the admin's language: the others show it too.
 */
export async function makeGroups(trx: Trx, { importId, language, author }: MakeGroupsInput) {
  const ids = new Map<string, number>()
  const added: number[] = []
  const newGroups = await findNewGroups(trx, importId)
  if (newGroups.length === 0) return { ids, added }
  const groupNames = await findGroupNames(trx)
  const last = await trx
    .selectFrom('product_group')
    .select('sort_order')
    .orderBy('sort_order', 'desc')
    .executeTakeFirst()
  let place = last?.sort_order ?? 0
  for (const name of newGroups) {
    const id = groupNames.get(comparisonKey(name)) ?? (await add(name))
    ids.set(name, id)
  }
  return { ids, added }

  async function add(name: string): Promise<number> {
    place = Math.min(place + POSITION_STEP, 1_000_000_000)
    const group = {
      names: { en: '', fi: '', sv: '', [language]: name },
      sort_order: place,
      sales_account: null,
      hidden: false,
    }
    const { id } = await trx
      .insertInto('product_group')
      .values({ ...group, names: JSON.stringify(group.names) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(trx, { kind: 'productGroup', id, before: null, after: group, author })
    added.push(id)
    return id
  }
}

/** Removes those of an import's groups that no version of a product has. */
export async function removeGroups(trx: Trx, ids: readonly number[], author: Author): Promise<void> {
  if (ids.length === 0) return
  // Versions from which nothing was sold do not keep a group.
  await sql`
    UPDATE product_version version SET group_id = NULL
    WHERE group_id = ${anyId(ids)} AND NOT is_current
      AND NOT EXISTS (SELECT 1 FROM order_line WHERE product_version_id = version.id)`.execute(trx)
  const removed = await trx
    .deleteFrom('product_group')
    .where('id', '=', anyId(ids))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_version').select('id').whereRef('group_id', '=', 'product_group.id'))),
    )
    .returning(['id', 'names', 'sort_order', 'sales_account', 'hidden'])
    .execute()
  for (const { id, ...before } of removed)
    await recordChange(trx, { kind: 'productGroup', id, before, after: null, author })
}

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
  const newSuppliers = await newSuppliersQuery(trx, importId)
  if (newSuppliers.length === 0) return { ids, added }
  const there = await trx.selectFrom('supplier').select(['id', 'name']).orderBy('id', 'desc').forKeyShare().execute()
  const idByName = new Map(there.map(({ id, name }) => [comparisonKey(name), id]))
  for (const { new_supplier: name } of newSuppliers) {
    const id = idByName.get(comparisonKey(name)) ?? (await add(name))
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
    .where('id', '=', anyId(ids))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product').select('id').whereRef('supplier_id', '=', 'supplier.id'))),
    )
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of removed)
    await recordChange(trx, { kind: 'supplier', id, before: { name }, after: null, author })
}
