import { type SelectQueryBuilder, sql } from 'kysely'
import type { ProductGroup } from '#contract/catalogue/product-groups.ts'
import type { LanguageCode } from '#contract/values.ts'
import { GROUP_FIELDS } from '#domain/catalogue/group-fields.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { containsWord, inFinnishOrder, splitWords } from '#server/platform/db/lists/search-words.ts'
import { recordColumns } from '#server/platform/records/record-columns.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

/** The columns that the form edits; its names are one value in the API. */
export const GROUP_COLUMNS = recordColumns(GROUP_FIELDS)

type SelectGroups = SelectQueryBuilder<Database, 'product_group', {}>

const nameIn = (language: LanguageCode) => sql<string>`text_in(product_group.names, ${sql.lit(language)})`

const selectGroupColumns = (rows: SelectGroups, language: LanguageCode) =>
  rows
    .select(['product_group.id', 'product_group.revision', 'product_group.names'])
    .select(GROUP_COLUMNS.names.map(name => `product_group.${name}` as const))
    .select(eb => [
      nameIn(language).as('name'),
      eb
        .selectFrom('product_version')
        .select(({ fn }) => fn.countAll<number>().as('products'))
        .whereRef('group_id', '=', 'product_group.id')
        .where('is_current', '=', sql.lit(true))
        // A count is never null.
        .$asScalar()
        .$notNull()
        .as('products'),
    ])

type GroupsQuery = Paging & { q?: string | undefined; language: LanguageCode }

/** A page of the groups whose names in any language contain every word of `q`. */
export const findGroups = (db: Db, { q = '', language, ...paging }: GroupsQuery) =>
  findPage(
    {
      matching: splitWords(q).reduce(
        (rows, word) => rows.where(containsWord(sql`search_form(product_group.names::text)`, word)),
        db.selectFrom('product_group'),
      ),
      select: rows => selectGroupColumns(rows, language),
      sorts: {
        sort_order: sql`product_group.sort_order`,
        name: inFinnishOrder(nameIn(language)),
        id: sql`product_group.id`,
      },
      defaultSort: 'sort_order',
      id: sql`product_group.id`,
    },
    paging,
  )

type FindGroupInput = { id: number; language: LanguageCode }

export const findGroup = (db: Db, { id, language }: FindGroupInput): Promise<ProductGroup | undefined> =>
  selectGroupColumns(db.selectFrom('product_group'), language).where('product_group.id', '=', id).executeTakeFirst()

/** The group, which must exist: throws otherwise. */
export const getGroup = (db: Db, { id, language }: FindGroupInput): Promise<ProductGroup> =>
  selectGroupColumns(db.selectFrom('product_group'), language)
    .where('product_group.id', '=', id)
    .executeTakeFirstOrThrow()

/** The ids of the groups by each of their names in lower case. */
export async function findGroupNames(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('product_group').select(['id', 'names']).orderBy('id', 'desc').execute()
  return new Map(
    rows.flatMap(({ id, names }) =>
      Object.values(names).flatMap((name): [string, number][] =>
        name.trim() === '' ? [] : [[comparisonKey(name), id]],
      ),
    ),
  )
}
