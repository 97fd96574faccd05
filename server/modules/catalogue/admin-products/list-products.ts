import { sql } from 'kysely'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { imageFiles } from '#domain/catalogue/product-images.ts'
import { eurosFromCents } from '#domain/money.ts'
import { priceOfDay } from '#server/modules/catalogue/products/price-of-day.ts'
import { firstImage } from '#server/modules/catalogue/products/queries.ts'
import { COUNTED_UP_TO, SEARCHED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPage, sortByIds } from '#server/platform/db/lists/find-page.ts'
import { type Page, rowOfId } from '#server/platform/db/lists/list.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { toInStore, type InStoreQuery, shelvesAt, STOCK_LEVEL } from './in-store.ts'
import { findPrintedLabels, type LabelsQuery } from './match-labels.ts'
import { nextPlan } from './match-prices.ts'
import {
  materialisedProducts,
  isSearch,
  keyIn,
  matchingProducts,
  nameIn,
  type ProductsQuery,
  searchedProducts,
  sortsIn,
  tieBreaker,
  productsByIndexScan,
  withVersion,
} from './match-products.ts'

type ProductsRequest = ProductsQuery & { language: LanguageCode; day: string }
type SelectProducts = ReturnType<typeof matchingProducts>

type ListRowsInput = { language: LanguageCode; store?: number | undefined; day: string }

const listRows = (db: Db, ids: readonly number[], { language, store = 0, day }: ListRowsInput) =>
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
    .where('product.id', '=', anyId(ids))
    .execute()

const isAsked = (filters: object) => Object.values(filters).some(filter => filter !== undefined)

/** Counts products by the store's stock rows, unless the query has other filters. */
function shelfCountQuery({ store, level, offered, day: _day, ...others }: ProductsQuery) {
  const isOfShelves = level !== undefined || offered === true
  if (store === undefined || !isOfShelves || isAsked(others)) return undefined
  return { limit: (rows: number) => sql`(${shelvesAt({ store, level, offered })} LIMIT ${rows})` }
}

const productsWithSortKey = (db: Db, { language, sort, ...query }: ProductsRequest & { sort: string }) => ({
  rows: searchedProducts(db, { ...query, sort }),
  key: keyIn(language, sort),
  toRow: rowOfId,
})

const productList = (
  db: Db,
  { language, sort = 'sort_order', page: _page, size: _size, ...query }: ProductsRequest,
) => ({
  matching: matchingProducts(db, query),
  select: (rows: SelectProducts) => withVersion(rows).select('product.id'),
  sorts: sortsIn(language),
  defaultSort: sort,
  id: tieBreaker(sort),
  long: {
    db,
    all: db.selectFrom('product'),
    id: sql<number>`product.id`,
    isInOrder: !isAsked({ ...query, store: undefined, day: undefined }),
    countQuery: shelfCountQuery(query),
    withSortKey: isSearch(query) ? productsWithSortKey(db, { ...query, language, sort }) : undefined,
    indexScan: productsByIndexScan(db, query).select('product.id'),
    materialised: query.level && materialisedProducts(db, { ...query, sort }).select('product.id'),
    countedUpTo: query.q ? SEARCHED_UP_TO : COUNTED_UP_TO,
  },
})

/** A page of the products, with their names in a language and their prices on a day. */
export async function findProducts(db: Db, query: ProductsRequest): Promise<Page<ProductRow>> {
  const { items, ...counted } = await findPage(productList(db, query), query)
  const ids = items.map(({ id }) => id)
  const rows = sortByIds(ids, await listRows(db, ids, query), ({ id }) => id)
  const shown = rows.map(row => toRow(row, query))
  return { items: query.shelf_label ? await withLabels(db, shown, query) : shown, ...counted }
}

/** Adds what was printed of their shelf labels. */
async function withLabels(db: Db, rows: readonly ProductRow[], query: LabelsQuery): Promise<ProductRow[]> {
  const labels = await findPrintedLabels(
    db,
    rows.map(({ id }) => id),
    query,
  )
  return rows.map(row => {
    const label = labels.get(row.id)
    return { ...row, shelf_label: label ? { ...label, printed_at: label.printed_at.toISOString() } : null }
  })
}

/** The ids of all matching products, in the list's order. */
export const findProductIds = async (db: Db, query: ProductsRequest): Promise<number[]> =>
  (await findAllRows(productList(db, query))).map(({ id }) => id)

type ListedProductRow = Awaited<ReturnType<typeof listRows>>[number]

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
  }: ListedProductRow,
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
  drawing: DRAWINGS.find(each => each === drawing) ?? null,
  in_store:
    store === undefined ? null : toInStore({ quantity_thousandths, offered, level }, row.product_type === 'standard'),
  updated_at: updated_at.toISOString(),
})
