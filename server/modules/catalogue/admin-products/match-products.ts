import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import { LACKS_FOOD } from '#server/modules/catalogue/food-information/queries.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import type { Paging } from '#server/platform/db/lists/find-page.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { foundByStore, materialisedByStore, type InStoreQuery, narrowedByStore, shelvesAt } from './in-store.ts'
import { countOutdatedLabels, isAmongLabelled, type LabelsQuery } from './match-labels.ts'
import { isAmongPlanned, isPlanned, type PricesQuery } from './match-prices.ts'
import { searchedWords, hasWordByIndex, hasWord } from './search-words.ts'

export type ProductsQuery = Paging &
  InStoreQuery &
  PricesQuery &
  LabelsQuery & {
    q?: string | undefined
    supplier_id?: number | undefined
    vat_class_id?: number | undefined
    /** 0: without a group. */
    group_id?: number | undefined
    enabled?: boolean | undefined
    product_type?: 'standard' | 'preorder' | undefined
    product_code_type?: ProductCodeType | undefined
    food_missing?: true | undefined
    piece_code_as_case?: true | undefined
    offered_in?: number | undefined
  }

type SelectProducts = SelectQueryBuilder<Database, 'product', {}>

/** Joins the current version, by which names and prices are sorted. */
export const withVersion = (rows: SelectProducts) => rows.innerJoin('product_version as version', currentOfProduct)

/** The products that match a list query, without any of their columns. */
export const matchingProducts = (db: Db, query: ProductsQuery): SelectProducts =>
  withFilters(withWords(db.selectFrom('product'), searchedWords(query.q)), query)

type ByStore = (rows: SelectProducts) => SelectProducts

type NarrowedQuery = { byStore: ByStore; id?: RawBuilder<unknown> }

function withFilters(
  products: SelectProducts,
  query: ProductsQuery,
  { byStore, id = sql`product.id` }: NarrowedQuery = { byStore: rows => narrowedByStore(rows, query) },
): SelectProducts {
  let rows = withOwnColumns(products, query)
  if (query.vat_class_id)
    rows = rows.where('product.id', 'in', eb =>
      eb
        .selectFrom('product_version')
        .select('product_id')
        .where('is_current', '=', sql.lit(true))
        .where('vat_class_id', '=', query.vat_class_id ?? 0),
    )
  if (query.group_id !== undefined)
    rows = rows.where('product.id', 'in', eb =>
      eb
        .selectFrom('product_version')
        .select('product_id')
        .where('is_current', '=', sql.lit(true))
        .where('group_id', 'is not distinct from', query.group_id || null),
    )
  if (query.offered_in)
    rows = rows.where('product.id', 'in', eb =>
      eb
        .selectFrom('store_stock')
        .select('product_id')
        .where('offered', '=', true)
        .where('store_id', '=', query.offered_in ?? 0),
    )
  if (query.prices) rows = rows.where(isAmongPlanned(query, id))
  if (query.shelf_label) rows = rows.where(isAmongLabelled(query, id))
  return byStore(rows)
}

/** Joins instead of looking up ids, so that counting may stop before all are found. A product has one current version. */
function withWords(rows: SelectProducts, words: readonly string[]): SelectProducts {
  if (words.length === 0) return rows
  const withNames = rows.innerJoin('product_version as named', join =>
    join.onRef('named.product_id', '=', 'product.id').on('named.is_current', '=', sql.lit(true)),
  )
  return words.reduce((some, word) => some.where(hasWordByIndex(word, 'named')), withNames)
}

/** `matchingProducts` with versions, every filter checked per row. */
export function productsByIndexScan(db: Db, query: ProductsQuery) {
  return scannedProducts(db, query, rows => narrowedByStore(rows, query))
}

/** `productsByIndexScan`, but collects the products with a level in a store first. */
export const materialisedProducts = (db: Db, query: ProductsQuery & { sort: string }) =>
  scannedProducts(db, query, rows => materialisedByStore(rows, query, tieBreaker(query.sort)))

function scannedProducts(db: Db, query: ProductsQuery, byStore: ByStore) {
  let rows = withVersion(byStore(withOwnColumns(db.selectFrom('product'), query)))
  for (const word of searchedWords(query.q)) rows = rows.where(hasWord(word))
  if (query.vat_class_id) rows = rows.where('version.vat_class_id', '=', query.vat_class_id)
  if (query.group_id !== undefined)
    rows = rows.where('version.group_id', 'is not distinct from', query.group_id || null)
  if (query.offered_in) rows = rows.where(isOfferedIn(query.offered_in))
  if (query.prices) rows = rows.where(isPlanned(query))
  if (query.shelf_label) rows = rows.where(isAmongLabelled(query, sql`product.id`))
  return rows
}

function withOwnColumns(products: SelectProducts, query: ProductsQuery): SelectProducts {
  let rows = products
  for (const column of ['supplier_id', 'enabled', 'product_type', 'product_code_type'] as const) {
    const value = query[column]
    // Literals for a closed set: its rare values have indexes of their own.
    if (value !== undefined) rows = rows.where(column, '=', typeof value === 'number' ? value : sql.lit(value))
  }
  if (query.food_missing) rows = rows.where(LACKS_FOOD)
  return query.piece_code_as_case ? rows.where(HAS_PIECE_CODE_AS_CASE) : rows
}

/** As `hasPieceCodeAsCase`; the condition of an index. */
const HAS_PIECE_CODE_AS_CASE = sql<SqlBool>`product.ean13 IS NULL AND product.product_code IS NULL
  AND product.further_codes IS NULL AND (length(product.ean_case) = 13 OR product.ean_case LIKE '0%')`

/**
 * How many products have a printed label that is out of date, and how many the code of a piece as that of a case: of these one
 * piece may be sold as a case.
 */
export async function countProductFaults(db: Db, day: string) {
  const { count } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(HAS_PIECE_CODE_AS_CASE)
    .executeTakeFirstOrThrow()
  return { outdated_labels: await countOutdatedLabels(db, day), piece_codes_as_cases: count }
}

/** A literal from a closed set of languages, so that the query plan can use the index of the language. */
export const nameIn = (language: LanguageCode, names = sql`version.names`) =>
  sql<string>`text_in(${names}, ${sql.lit(language)})`

export const sortsIn = (language: LanguageCode) => ({
  name: inFinnishOrder(nameIn(language)),
  price: sql`version.price_cents`,
  sort_order: sql`product.sort_order`,
  updated_at: sql`product.updated_at`,
  id: sql`product.id`,
})

/** The id that follows the sorted column in its index. */
export const tieBreaker = (sort: string) => (/name|price/.test(sort) ? sql`version.product_id` : sql`product.id`)

const RAW_KEYS: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`version.names`,
  price: sql`version.price_cents`,
  sort_order: sql`product.sort_order`,
  updated_at: sql`product.updated_at`,
}

/** The sort key that is computed from a raw key. */
export const keyIn = (language: LanguageCode, sort: string) =>
  /name/.test(sort) ? inFinnishOrder(nameIn(language, sql`raw`)) : undefined

/**
 * The products that a search finds, each with its raw sort key: a column of the version that matches the words (name, price) or
 * of the product. The planner drops the join of `product` where no column of it is used. With a rare level, the few stock rows
 * are scanned instead of the products with the words, whose number is unknown beforehand.
 */
export function searchedProducts(db: Db, query: ProductsQuery) {
  const byWords = selectSearched(db, query, {
    hasWord: word => hasWordByIndex(word, 'version'),
    // Most products have this level: looking up the stock row of a match is faster than collecting all stock rows.
    byStore: query.level === 'ok' ? narrowedByStore : materialisedByStore,
  })
  if (!query.level || query.level === 'ok') return byWords
  const byShelves = selectSearched(db, query, { hasWord, byStore: foundByStore })
  const isFew = sql<boolean>`(SELECT count(*) FROM (${shelvesAt(query)} LIMIT ${sql.lit(FEW_SHELVES + 1)}) AS shelves)
    <= ${sql.lit(FEW_SHELVES)}`
  // The condition does not depend on the row, so that the database evaluates it first and runs only one of the two branches.
  return byShelves.where(isFew).unionAll(byWords.where(sql<boolean>`NOT ${isFew}`))
}

/** A stock row costs as much to check as a product with a word. */
const FEW_SHELVES = 1000

type MatchWay = { hasWord: (word: string) => RawBuilder<SqlBool>; byStore: typeof narrowedByStore }

function selectSearched(db: Db, { sort = 'sort_order', ...query }: ProductsQuery, { hasWord: has, byStore }: MatchWay) {
  const versions = searchedWords(query.q).reduce(
    (rows, word) => rows.where(has(word)),
    db.selectFrom('product_version as version').where('version.is_current', '=', sql.lit(true)),
  )
  const products = versions.leftJoin('product', 'product.id', 'version.product_id')
  const id = sql<number>`version.product_id`
  const found = withFilters(products, query, { byStore: rows => byStore(rows, query, id), id })
  return found.select([id.as('id'), (RAW_KEYS[sort.replace(/^-/, '')] ?? id).as('raw')])
}

export const isSearch = ({ q }: ProductsQuery): boolean => searchedWords(q).length > 0

/** For one product. OFFSET keeps it a lookup of that product: prevents a join. */
const isOfferedIn = (storeId: number): RawBuilder<SqlBool> => sql`EXISTS (
  SELECT 1 FROM store_stock WHERE store_id = ${storeId} AND product_id = product.id AND offered OFFSET 0)`
