import type { LanguageCode } from '#contract/values.ts'
import type { ProductCodeType } from '#domain/barcode.ts'
import type { Paging } from '#server/platform/db/find-page.ts'
import { inFinnishOrder } from '#server/platform/db/search.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { foundByStore, gatheredByStore, narrowedByStore, shelvesAt, type InStoreQuery } from './in-store.ts'
import { hasWord, hasWordByIndex, isOfferedIn, searchedWords } from './search-products.ts'

export type ProductsQuery = Paging &
  InStoreQuery & {
    q?: string | undefined
    supplier_id?: number | undefined
    vat_class_id?: number | undefined
    enabled?: boolean | undefined
    product_type?: 'standard' | 'preorder' | undefined
    product_code_type?: ProductCodeType | undefined
    offered_in?: number | undefined
  }

type Products = SelectQueryBuilder<Database, 'product', {}>

/** With its current version, by which names and prices are sorted. */
export const withVersion = (rows: Products) =>
  rows.innerJoin('product_version as version', join =>
    join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true)),
  )

/** The products that a query of the list means, without any of their columns. */
export const matchingProducts = (db: Kysely<Database>, query: ProductsQuery): Products =>
  withFilters(withWords(db.selectFrom('product'), searchedWords(query.q)), query)

type ByStore = (rows: Products) => Products

function withFilters(
  products: Products,
  query: ProductsQuery,
  byStore: ByStore = rows => narrowedByStore(rows, query),
): Products {
  let rows = withOwnColumns(products, query)
  if (query.vat_class_id)
    rows = rows.where('product.id', 'in', eb =>
      eb
        .selectFrom('product_version')
        .select('product_id')
        .where('is_current', '=', sql.lit(true))
        .where('vat_class_id', '=', query.vat_class_id ?? 0),
    )
  if (query.offered_in)
    rows = rows.where('product.id', 'in', eb =>
      eb
        .selectFrom('store_stock')
        .select('product_id')
        .where('offered', '=', true)
        .where('store_id', '=', query.offered_in ?? 0),
    )
  return byStore(rows)
}

/** Joined rather than looked up, so that counting may stop before all are found. A product has one current version. */
function withWords(rows: Products, words: readonly string[]): Products {
  if (words.length === 0) return rows
  const named = rows.innerJoin('product_version as named', join =>
    join.onRef('named.product_id', '=', 'product.id').on('named.is_current', '=', sql.lit(true)),
  )
  return words.reduce((some, word) => some.where(hasWordByIndex(word, 'named')), named)
}

/** The same products with their versions, each looked at by itself. */
export function walkedProducts(db: Kysely<Database>, query: ProductsQuery) {
  return walked(db, query, rows => narrowedByStore(rows, query))
}

/** The same in an order, those of a level in a store gathered first. */
export const gatheredProducts = (db: Kysely<Database>, query: ProductsQuery & { sort: string }) =>
  walked(db, query, rows => gatheredByStore(rows, query, tieOf(query.sort)))

function walked(db: Kysely<Database>, query: ProductsQuery, byStore: ByStore) {
  let rows = withVersion(byStore(withOwnColumns(db.selectFrom('product'), query)))
  for (const word of searchedWords(query.q)) rows = rows.where(hasWord(word))
  if (query.vat_class_id) rows = rows.where('version.vat_class_id', '=', query.vat_class_id)
  if (query.offered_in) rows = rows.where(isOfferedIn(query.offered_in))
  return rows
}

function withOwnColumns(products: Products, query: ProductsQuery): Products {
  let rows = products
  for (const column of ['supplier_id', 'enabled', 'product_type', 'product_code_type'] as const) {
    const wanted = query[column]
    // A closed set is written out: its rare words have indexes of their own.
    if (wanted !== undefined) rows = rows.where(column, '=', typeof wanted === 'number' ? wanted : sql.lit(wanted))
  }
  return rows
}

/** A closed set of languages: written out, so that the plan meets the language's index. */
export const nameIn = (language: LanguageCode, names = sql`version.names`) =>
  sql<string>`text_in(${names}, ${sql.lit(language)})`

export const sortsIn = (language: LanguageCode) => ({
  name: inFinnishOrder(nameIn(language)),
  price: sql`version.price_cents`,
  sort_order: sql`product.sort_order`,
  updated_at: sql`product.updated_at`,
  id: sql`product.id`,
})

/** The id that lies beside the sorted column in its index. */
export const tieOf = (sort: string) => (/name|price/.test(sort) ? sql`version.product_id` : sql`product.id`)

const RAW_KEYS: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`version.names`,
  price: sql`version.price_cents`,
  sort_order: sql`product.sort_order`,
  updated_at: sql`product.updated_at`,
}

/** What is made of a raw key for the order. */
export const keyIn = (language: LanguageCode, sort: string) =>
  /name/.test(sort) ? inFinnishOrder(nameIn(language, sql`raw`)) : undefined

/**
 * What a search finds, each with the raw key of the order: the version that has the words has the name and the price as
 * well. The product is beside it, and the database leaves it out of the plan where nothing is asked of it. Few shelves of a level
 * are gone through sooner than all that has a word, of which nobody knows how much there is before it is fetched.
 */
export function searchedProducts(db: Kysely<Database>, query: ProductsQuery) {
  const byWords = searched(db, query, {
    hasWord: word => hasWordByIndex(word, 'version'),
    // Most products are at this level: one that has the words is found on its shelf sooner than all shelves are gathered.
    byStore: query.level === 'ok' ? narrowedByStore : gatheredByStore,
  })
  if (!query.level || query.level === 'ok') return byWords
  const byShelves = searched(db, query, { hasWord, byStore: foundByStore })
  const isFew = sql<boolean>`(SELECT count(*) FROM (${shelvesAt(query)} LIMIT ${sql.lit(FEW_SHELVES + 1)}) AS shelves)
    <= ${sql.lit(FEW_SHELVES)}`
  // Nothing in it changes from row to row, so that the database settles it first and goes one of the two ways.
  return byShelves.where(isFew).unionAll(byWords.where(sql<boolean>`NOT ${isFew}`))
}

/** A shelf costs as much to look at as a product that has a word. */
const FEW_SHELVES = 1000

type Way = { hasWord: (word: string) => RawBuilder<SqlBool>; byStore: typeof narrowedByStore }

function searched(
  db: Kysely<Database>,
  { sort = 'sort_order', ...query }: ProductsQuery,
  { hasWord: has, byStore }: Way,
) {
  const versions = searchedWords(query.q).reduce(
    (rows, word) => rows.where(has(word)),
    db.selectFrom('product_version as version').where('version.is_current', '=', sql.lit(true)),
  )
  const products = versions.leftJoin('product', 'product.id', 'version.product_id')
  const id = sql<number>`version.product_id`
  const found = withFilters(products, query, rows => byStore(rows, query, id))
  return found.select([id.as('id'), (RAW_KEYS[sort.replace(/^-/, '')] ?? id).as('raw')])
}

export const isSearch = ({ q }: ProductsQuery): boolean => searchedWords(q).length > 0
