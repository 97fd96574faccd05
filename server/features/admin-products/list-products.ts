import type { ProductRow } from '#contract/product-list.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { ProductCodeType } from '#domain/barcode.ts'
import { DRAWINGS } from '#domain/drawings.ts'
import { imageFiles } from '#domain/image-sizes.ts'
import { eurosFromCents } from '#domain/money.ts'
import { findAllRows, findPage, inOrderOf, type Paging } from '#server/db/find-page.ts'
import { wordsOf } from '#server/db/search.ts'
import type { Database } from '#server/db/tables.ts'
import { firstImage } from '#server/features/products/first-image.ts'
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { inStoreOf, narrowedByStore, STOCK_LEVEL, type InStoreQuery } from './in-store.ts'

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

type Ids = RawBuilder<{ product_id: number }>

/**
 * Anywhere in a name; two letters at the beginning of a word: a space and they are a triple. Of a common word the index
 * gives half the shop: there each product that comes next in the list's order is looked at.
 */
function named(word: string, { isCommon = false } = {}): Ids {
  const part = word.length === 2 ? ` ${word}` : word
  const holdsIt = sql`SELECT product_id FROM product_version
    WHERE is_current AND position(search_form(${part}) in search_text) > 0`
  return isCommon ? sql`${holdsIt}` : sql`${holdsIt} AND search_grams @> text_grams(search_form(${part}))`
}

/** Digits are looked for in names, codes and ids alike; each has its own index. */
function numbered(digits: string): Ids {
  const byId: Ids = sql`SELECT id FROM product WHERE id = ${Number(digits) <= LARGEST_ID ? Number(digits) : 0}`
  if (digits.length < 3) return sql`${named(digits)} UNION ALL ${byId}`
  const byCode: Ids = sql`SELECT product_id FROM product_code WHERE position(${digits} in code_key) > 0`
  return sql`${named(digits)} UNION ALL ${byCode} UNION ALL ${byId}`
}

const LARGEST_ID = 2_147_483_647
const isDigits = (word: string) => /^\d+$/.test(word)

/** The products that a query of the list means, without any of their columns. */
export function matchingProducts(db: Kysely<Database>, query: ProductsQuery, { isCommon = false } = {}) {
  let rows = db.selectFrom('product')
  // One letter alone says too little to look for.
  for (const word of wordsOf(query.q ?? '').filter(each => each.length > 1))
    rows = rows.where('product.id', 'in', sql<number>`(${isDigits(word) ? numbered(word) : named(word, { isCommon })})`)
  for (const column of ['supplier_id', 'enabled', 'product_type', 'product_code_type'] as const) {
    const wanted = query[column]
    if (wanted !== undefined) rows = rows.where(column, '=', wanted)
  }
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

/** A closed set of languages: written out, so that the plan meets the language's index. */
export const nameIn = (language: LanguageCode) => sql<string>`text_in(version.names, ${sql.lit(language)})`

/** With its current version, by which names and prices are sorted. */
export const withVersion = (rows: SelectQueryBuilder<Database, 'product', {}>) =>
  rows.innerJoin('product_version as version', join =>
    join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true)),
  )

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
    .where('product.id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()

const sortsIn = (language: LanguageCode) => ({
  name: sql`search_form(${nameIn(language)}) collate "C"`,
  price: sql`version.price_cents`,
  sort_order: sql`product.sort_order`,
  updated_at: sql`product.updated_at`,
  id: sql`product.id`,
})

/** The id that lies beside the sorted column in its index. */
const tieOf = (sort: string) => (/name|price/.test(sort) ? sql`version.product_id` : sql`product.id`)

type Asked = ProductsQuery & { language: LanguageCode }

const productList = (db: Kysely<Database>, { language, sort = 'sort_order', ...query }: Asked) => ({
  matching: matchingProducts(db, query),
  ...(query.q && { matchingMany: matchingProducts(db, query, { isCommon: true }) }),
  show: (rows: SelectQueryBuilder<Database, 'product', {}>) => withVersion(rows).select('product.id'),
  sorts: sortsIn(language),
  usual: sort,
  id: tieOf(sort),
})

/** A page of the products, their names in a language. */
export async function findProducts(
  db: Kysely<Database>,
  query: Asked,
): Promise<{ items: ProductRow[]; total: number }> {
  const { items, total } = await findPage(productList(db, query), query)
  const ids = items.map(({ id }) => id)
  const rows = await showRows(db, ids, query)
  return { items: inOrderOf(ids, rows, ({ id }) => id).map(row => toRow(row, query)), total }
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
