import type { ProductRow } from '#contract/product-list.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { ProductCodeType } from '#domain/barcode.ts'
import { DRAWINGS } from '#domain/drawings.ts'
import { imageFiles } from '#domain/image-sizes.ts'
import { eurosFromCents } from '#domain/money.ts'
import { among } from '#server/db/among.ts'
import { COUNTED_UP_TO, SEARCHED_UP_TO } from '#server/db/find-long-page.ts'
import { findAllRows, findPage, inOrderOf, type Paging } from '#server/db/find-page.ts'
import type { Page } from '#server/db/list.ts'
import type { Database } from '#server/db/tables.ts'
import { firstImage } from '#server/features/products/first-image.ts'
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { inStoreOf, narrowedByStore, STOCK_LEVEL, type InStoreQuery } from './in-store.ts'
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

type Asked = ProductsQuery & { language: LanguageCode }
type Products = SelectQueryBuilder<Database, 'product', {}>

/** With its current version, by which names and prices are sorted. */
export const withVersion = (rows: Products) =>
  rows.innerJoin('product_version as version', join =>
    join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true)),
  )

/** The products that a query of the list means, without any of their columns. */
export function matchingProducts(db: Kysely<Database>, query: ProductsQuery): Products {
  let rows = withWords(withOwnColumns(db.selectFrom('product'), query), searchedWords(query.q))
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
  return narrowedByStore(rows, query)
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
  let rows = withVersion(narrowedByStore(withOwnColumns(db.selectFrom('product'), query), query))
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
export const nameIn = (language: LanguageCode) => sql<string>`text_in(version.names, ${sql.lit(language)})`

type Showing = { language: LanguageCode; store?: number | undefined }

const showRows = (db: Kysely<Database>, ids: readonly number[], { language, store = 0 }: Showing) =>
  withVersion(db.selectFrom('product'))
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .leftJoin('store_stock', join =>
      join.onRef('store_stock.product_id', '=', 'product.id').on('store_stock.store_id', '=', store),
    )
    .select(['product.id', 'product.revision', 'product.product_type', 'product.product_code_type', 'product.ean13'])
    .select(['product.product_code', 'product.ean_case', 'product.enabled', 'product.sort_order', 'product.drawing'])
    .select(['product.updated_at', 'product.supplier_id', 'supplier.name as supplier_name', 'version.unit'])
    .select(['version.price_cents', nameIn(language).as('name')])
    .select(['store_stock.quantity_thousandths', 'store_stock.offered', STOCK_LEVEL.as('level')])
    .select(firstImage.as('first_image'))
    .select(
      sql<number>`(SELECT count(*) FROM store_stock AS each WHERE each.product_id = product.id AND each.offered)`.as(
        'offered_in',
      ),
    )
    .where('product.id', '=', among(ids))
    .execute()

const sortsIn = (language: LanguageCode) => ({
  name: sql`search_form(${nameIn(language)}) collate "C"`,
  price: sql`version.price_cents`,
  sort_order: sql`product.sort_order`,
  updated_at: sql`product.updated_at`,
  id: sql`product.id`,
})

/** The id that lies beside the sorted column in its index. */
export const tieOf = (sort: string) => (/name|price/.test(sort) ? sql`version.product_id` : sql`product.id`)

const isNarrowed = ({ sort: _sort, page: _page, size: _size, ...filters }: ProductsQuery) =>
  Object.values(filters).some(filter => filter !== undefined)

const productList = (db: Kysely<Database>, { language, sort = 'sort_order', ...query }: Asked) => ({
  matching: matchingProducts(db, query),
  show: (rows: Products) => withVersion(rows).select('product.id'),
  sorts: sortsIn(language),
  usual: sort,
  id: tieOf(sort),
  long: {
    db,
    all: db.selectFrom('product'),
    id: sql<number>`product.id`,
    isWhole: !isNarrowed(query),
    walked: walkedProducts(db, query).select('product.id'),
    countedUpTo: query.q ? SEARCHED_UP_TO : COUNTED_UP_TO,
  },
})

/** A page of the products, their names in a language. */
export async function findProducts(db: Kysely<Database>, query: Asked): Promise<Page<ProductRow>> {
  const { items, ...counted } = await findPage(productList(db, query), query)
  const ids = items.map(({ id }) => id)
  const rows = await showRows(db, ids, query)
  return { items: inOrderOf(ids, rows, ({ id }) => id).map(row => toRow(row, query)), ...counted }
}

/** All of them, in the list's order. */
export const findProductIds = async (db: Kysely<Database>, query: Asked): Promise<number[]> =>
  (await findAllRows(productList(db, query))).map(({ id }) => id)

type Row = Awaited<ReturnType<typeof showRows>>[number]

const toRow = (
  {
    ean_case,
    price_cents,
    supplier_id,
    supplier_name,
    first_image,
    drawing,
    updated_at,
    quantity_thousandths,
    offered,
    level,
    ...row
  }: Row,
  { store }: InStoreQuery,
): ProductRow => ({
  ...row,
  eanCase: ean_case,
  price: eurosFromCents(price_cents),
  supplier: { id: supplier_id, name: supplier_name },
  thumbnail: first_image ? (imageFiles(first_image.hash, first_image.widths)[0]?.url ?? null) : null,
  drawing: DRAWINGS.find(known => known === drawing) ?? null,
  in_store:
    store === undefined ? null : inStoreOf({ quantity_thousandths, offered, level }, row.product_type === 'standard'),
  updated_at: updated_at.toISOString(),
})
