import { type Kysely, sql } from 'kysely'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { imageFiles } from '#domain/catalogue/image-sizes.ts'
import { eurosFromCents } from '#domain/money.ts'
import { priceOfDay } from '#server/modules/catalogue/products/price-of-day.ts'
import { firstImage } from '#server/modules/catalogue/products/queries.ts'
import { COUNTED_UP_TO, SEARCHED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPage, inOrderOf } from '#server/platform/db/lists/find-page.ts'
import { type Page, rowOfId } from '#server/platform/db/lists/list.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inStoreOf, type InStoreQuery, shelvesAt, STOCK_LEVEL } from './in-store.ts'
import { nextPlan } from './match-prices.ts'
import {
  gatheredProducts,
  isSearch,
  keyIn,
  matchingProducts,
  nameIn,
  type ProductsQuery,
  searchedProducts,
  sortsIn,
  tieOf,
  walkedProducts,
  withVersion,
} from './match-products.ts'

type Asked = ProductsQuery & { language: LanguageCode; day: string }
type Products = ReturnType<typeof matchingProducts>

type Showing = { language: LanguageCode; store?: number | undefined; day: string }

const showRows = (db: Kysely<Database>, ids: readonly number[], { language, store = 0, day }: Showing) =>
  withVersion(db.selectFrom('product'))
    .innerJoinLateral(priceOfDay('version', day), join => join.onTrue())
    .leftJoinLateral(nextPlan(day), join => join.onTrue())
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .leftJoin('product_group', 'product_group.id', 'version.group_id')
    .leftJoin('store_stock', join =>
      join.onRef('store_stock.product_id', '=', 'product.id').on('store_stock.store_id', '=', store),
    )
    .select(['product.id', 'product.revision', 'product.product_type', 'product.product_code_type', 'product.ean13'])
    .select(['product.product_code', 'product.ean_case', 'product.enabled', 'product.sort_order', 'product.drawing'])
    .select(['product.updated_at', 'product.supplier_id', 'supplier.name as supplier_name', 'version.unit'])
    .select(['today.regular_cents', 'today.cents', nameIn(language).as('name'), 'version.group_id'])
    .select(
      nameIn(language, sql`product_group.names`)
        .$castTo<string | null>()
        .as('group_name'),
    )
    .select(['next_plan.next_kind', 'next_plan.next_cents', 'next_plan.next_day'])
    .select(['store_stock.quantity_thousandths', 'store_stock.offered', STOCK_LEVEL.as('level')])
    .select(firstImage.as('first_image'))
    .select(
      sql<number>`(SELECT count(*) FROM store_stock AS each WHERE each.product_id = product.id AND each.offered)`.as(
        'offered_in',
      ),
    )
    .where('product.id', '=', anyOf(ids))
    .execute()

const isAsked = (filters: object) => Object.values(filters).some(filter => filter !== undefined)

/** Counts products by the store's stock rows, unless the query has other filters. */
function countedOnShelves({ store, level, offered, day: _day, ...others }: ProductsQuery) {
  const isOfShelves = level !== undefined || offered === true
  if (store === undefined || !isOfShelves || isAsked(others)) return undefined
  return { limit: (rows: number) => sql`(${shelvesAt({ store, level, offered })} LIMIT ${rows})` }
}

const keyedProducts = (db: Kysely<Database>, { language, sort, ...query }: Asked & { sort: string }) => ({
  rows: searchedProducts(db, { ...query, sort }),
  key: keyIn(language, sort),
  toRow: rowOfId,
})

const productList = (
  db: Kysely<Database>,
  { language, sort = 'sort_order', page: _page, size: _size, ...query }: Asked,
) => ({
  matching: matchingProducts(db, query),
  show: (rows: Products) => withVersion(rows).select('product.id'),
  sorts: sortsIn(language),
  usual: sort,
  id: tieOf(sort),
  long: {
    db,
    all: db.selectFrom('product'),
    id: sql<number>`product.id`,
    isInOrder: !isAsked({ ...query, store: undefined, day: undefined }),
    counted: countedOnShelves(query),
    keyed: isSearch(query) ? keyedProducts(db, { ...query, language, sort }) : undefined,
    walked: walkedProducts(db, query).select('product.id'),
    gathered: query.level && gatheredProducts(db, { ...query, sort }).select('product.id'),
    countedUpTo: query.q ? SEARCHED_UP_TO : COUNTED_UP_TO,
  },
})

/** A page of the products, with their names in a language and their prices on a day. */
export async function findProducts(db: Kysely<Database>, query: Asked): Promise<Page<ProductRow>> {
  const { items, ...counted } = await findPage(productList(db, query), query)
  const ids = items.map(({ id }) => id)
  const rows = await showRows(db, ids, query)
  return { items: inOrderOf(ids, rows, ({ id }) => id).map(row => toRow(row, query)), ...counted }
}

/** The ids of all matching products, in the list's order. */
export const findProductIds = async (db: Kysely<Database>, query: Asked): Promise<number[]> =>
  (await findAllRows(productList(db, query))).map(({ id }) => id)

type Row = Awaited<ReturnType<typeof showRows>>[number]

const toRow = (
  {
    ean_case,
    regular_cents,
    cents,
    supplier_id,
    supplier_name,
    group_id,
    group_name,
    first_image,
    drawing,
    updated_at,
    quantity_thousandths,
    offered,
    level,
    next_kind,
    next_cents,
    next_day,
    ...row
  }: Row,
  { store }: InStoreQuery,
): ProductRow => ({
  ...row,
  eanCase: ean_case,
  price: eurosFromCents(regular_cents),
  campaign_price: cents < regular_cents ? eurosFromCents(cents) : null,
  planned:
    next_kind === null || next_cents === null || next_day === null
      ? null
      : { kind: next_kind, price: eurosFromCents(next_cents), from_day: next_day },
  supplier: { id: supplier_id, name: supplier_name },
  group: group_id === null ? null : { id: group_id, name: group_name ?? '' },
  thumbnail: first_image ? (imageFiles(first_image.hash, first_image.widths)[0]?.url ?? null) : null,
  drawing: DRAWINGS.find(known => known === drawing) ?? null,
  in_store:
    store === undefined ? null : inStoreOf({ quantity_thousandths, offered, level }, row.product_type === 'standard'),
  updated_at: updated_at.toISOString(),
})
