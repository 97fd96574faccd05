import { sql, type Transaction } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { findGroupNames } from '#server/modules/catalogue/product-groups/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { plainName } from './known-names.ts'
import { newGroupsOf } from './queries.ts'

type Trx = Transaction<Database>

/** So that a group can be put in between. */
const STEP = 10

type Making = { importId: number; language: LanguageCode; author: Author }

/**
 * Adds the groups that rows name and that still do not exist, after all others; `added` are those that it added. Their name is in
 * the admin's language: the others show it too.
 */
export async function makeGroups(trx: Trx, { importId, language, author }: Making) {
  const ids = new Map<string, number>()
  const added: number[] = []
  const wanted = await newGroupsOf(trx, importId)
  if (wanted.length === 0) return { ids, added }
  const known = await findGroupNames(trx)
  const last = await trx
    .selectFrom('product_group')
    .select('sort_order')
    .orderBy('sort_order', 'desc')
    .executeTakeFirst()
  let place = last?.sort_order ?? 0
  for (const name of wanted) {
    const id = known.get(plainName(name)) ?? (await add(name))
    ids.set(name, id)
  }
  return { ids, added }

  async function add(name: string): Promise<number> {
    place = Math.min(place + STEP, 1_000_000_000)
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
    WHERE group_id = ${anyOf(ids)} AND NOT is_current
      AND NOT EXISTS (SELECT 1 FROM order_line WHERE product_version_id = version.id)`.execute(trx)
  const removed = await trx
    .deleteFrom('product_group')
    .where('id', '=', anyOf(ids))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_version').select('id').whereRef('group_id', '=', 'product_group.id'))),
    )
    .returning(['id', 'names', 'sort_order', 'sales_account', 'hidden'])
    .execute()
  for (const { id, ...before } of removed)
    await recordChange(trx, { kind: 'productGroup', id, before, after: null, author })
}
