import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Shelf } from '#contract/stock/stock.ts'
import type { StockLevel } from '#contract/values.ts'
import type { LanguageCode } from '#contract/values.ts'
import { costCents, TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths, quantityOrNull } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import {
  materialisedProducts,
  isSearch,
  keyIn,
  matchingProducts,
  nameIn,
  searchedProducts,
  tieBreaker,
  productsByIndexScan,
} from '#server/modules/catalogue/admin-products/match-products.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { COUNTED_UP_TO, SEARCHED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { type Page, rowOfId } from '#server/platform/db/lists/list.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, columnsFor, type ListExport, listTable } from '#server/platform/files/list-table.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { isStore } from './move-stock.ts'

type StockQuery = Paging & {
  storeId: number
  language: LanguageCode
  /** The day of the purchase prices. */
  day: string
  q?: string | undefined
  product_id?: number | undefined
  level?: StockLevel | undefined
  offered?: boolean | undefined
  supplier_id?: number | undefined
}

const QUANTITY_AT: Readonly<Record<StockLevel, RawBuilder<SqlBool>>> = {
  negative: sql`store_stock.quantity_thousandths < 0`,
  out: sql`store_stock.quantity_thousandths = 0`,
  low: sql`store_stock.quantity_thousandths > 0`,
  ok: sql`store_stock.quantity_thousandths > 0`,
}

/** Excludes pre-order products. */
const shelvesIn = (db: Db, storeId: number) =>
  db
    .selectFrom('store_stock')
    .where('store_stock.store_id', '=', storeId)
    .where('store_stock.is_standard', '=', sql.lit(true))

function withOwnColumns(shelves: SelectShelves, { product_id, level, offered }: StockQuery): SelectShelves {
  let rows = shelves
  if (product_id !== undefined) rows = rows.where('store_stock.product_id', '=', product_id)
  if (level) rows = rows.where('store_stock.level', '=', level)
  if (offered !== undefined) rows = rows.where('store_stock.offered', '=', sql.lit(offered))
  return rows
}

const isAboutProducts = ({ q, supplier_id }: StockQuery) => q !== undefined || supplier_id !== undefined

function selectShelves(db: Db, query: StockQuery): SelectShelves {
  const rows = withOwnColumns(shelvesIn(db, query.storeId), query)
  if (!isAboutProducts(query)) return rows
  const { q, supplier_id } = query
  const products = matchingProducts(db, { q, supplier_id }).select('product.id as found_id').as('found')
  return rows.innerJoin(products, join => join.onRef('found.found_id', '=', 'store_stock.product_id'))
}

type SelectShelves = SelectQueryBuilder<Database, 'store_stock', {}>

const withVersion = (rows: SelectShelves) =>
  rows
    .innerJoin('product', 'product.id', 'store_stock.product_id')
    .innerJoin('product_version as version', currentOfProduct)

/** The purchase price of the product's supplier on a day, in ten-thousandths of a euro; null without a price. */
export const priceOn = (day: string): RawBuilder<number | null> => sql`(
  SELECT price.price_ten_thousandths FROM purchase_price price
  WHERE price.product_id = product.id AND price.supplier_id = product.supplier_id AND price.valid_from <= ${day}::date
  ORDER BY price.valid_from DESC LIMIT 1)`

/** The value of a store's stock, in cents; a negative quantity counts as 0. */
export async function findStockValue(db: Db, { storeId, day }: Pick<StockQuery, 'storeId' | 'day'>) {
  // Ten-thousandths of a euro times thousandths of a unit give hundred-thousandths of a cent.
  const { rows } = await sql<{ cents: string; priced: number; unpriced: number }>`
    SELECT coalesce(sum(round(price * quantity / 100000.0)), 0)::text AS cents, count(price)::integer AS priced,
      (count(*) - count(price))::integer AS unpriced
    FROM (
      SELECT ${priceOn(day)} AS price, store_stock.quantity_thousandths AS quantity
      FROM store_stock JOIN product ON product.id = store_stock.product_id
      WHERE store_stock.store_id = ${storeId} AND store_stock.is_standard AND store_stock.quantity_thousandths > 0) there`.execute(
    db,
  )
  const { cents = '0', priced = 0, unpriced = 0 } = rows[0] ?? {}
  return { value: eurosFromCents(Number(cents)), priced, unpriced }
}

const listShelves = (
  rows: SelectShelves,
  ids: readonly number[],
  { language, day }: Pick<StockQuery, 'language' | 'day'>,
) =>
  withVersion(rows)
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .select(['product.id as product_id', 'product.product_code_type', 'version.unit', 'store_stock.offered'])
    .select(['supplier.id as supplier_id', 'supplier.name as supplier_name', 'store_stock.quantity_thousandths'])
    .select([nameIn(language).as('name'), 'store_stock.level', priceOn(day).as('price_ten_thousandths')])
    .select(({ fn }) =>
      fn.coalesce('store_stock.alarm_thousandths', 'store_stock.product_alarm_thousandths').as('alarm_thousandths'),
    )
    .where('product.id', '=', anyId(ids))
    .execute()

/** Whether the list is sorted by a product column: then products are scanned and each is looked up in store_stock. */
const byProducts = (sort: string) => /name|sort_order/.test(sort)

function shelvesByIndexScan(db: Db, query: StockQuery, sort: string) {
  const { storeId, q, supplier_id } = query
  const shelves = withOwnColumns(shelvesIn(db, storeId), query)
  const products = productsByIndexScan(db, { q, supplier_id })
  // The OFFSET keeps each subquery a lookup of one row.
  if (byProducts(sort)) {
    const itsShelf = shelves.whereRef('store_stock.product_id', '=', tieBreaker(sort)).offset(sql.lit(0))
    return products.where(({ exists }) => exists(itsShelf.select('store_stock.offered'))).select('product.id')
  }
  // Repeats the level's condition on the quantity: sorted by quantity, the scan begins there.
  const there = query.level ? shelves.where(QUANTITY_AT[query.level]) : shelves
  const ids = there.select('store_stock.product_id as id')
  if (!isAboutProducts(query)) return ids
  const itsProduct = products.whereRef('product.id', '=', sql.ref('store_stock.product_id')).offset(sql.lit(0))
  return ids.where(({ exists }) => exists(itsProduct.select('product.id')))
}

/** For a level in a list sorted by a product column: collects the products from store_stock first. Undefined otherwise. */
function materialisedShelves(db: Db, query: StockQuery, sort: string) {
  if (!query.level || !byProducts(sort)) return undefined
  return materialisedProducts(db, { ...intendedProducts(query), sort }).select('product.id')
}

/** The products whose shelves match, if a level implies that they have one. */
const intendedProducts = ({ storeId: store, q, supplier_id, level, offered }: StockQuery) => ({
  q,
  supplier_id,
  store,
  level,
  offered,
})

const keyOfShelf = (sort: string) =>
  /quantity/.test(sort) ? sql`store_stock.quantity_thousandths` : sql`store_stock.product_id`

/** A search returns the sort key of a product; a shelf's own key is in its row. */
function shelvesWithSortKey(db: Db, query: StockQuery, sort: string) {
  const id = sql<number>`store_stock.product_id`.as('id')
  if (!isSearch(query) && byProducts(sort)) return undefined
  if (!isSearch(query))
    return { rows: selectShelves(db, query).select([id, keyOfShelf(sort).as('raw')]), toRow: rowOfId }
  const { q, supplier_id, language, storeId } = query
  const key = keyIn(language, sort)
  if (query.level && byProducts(sort))
    return { rows: searchedProducts(db, { ...intendedProducts(query), sort }), key, toRow: rowOfId }
  const products = searchedProducts(db, { q, supplier_id, sort }).as('found')
  const rows = withOwnColumns(shelvesIn(db, storeId), query)
    .innerJoin(products, join => join.onRef('found.id', '=', 'store_stock.product_id'))
    .select([id, (byProducts(sort) ? sql`found.raw` : keyOfShelf(sort)).as('raw')])
  return { rows, key, toRow: rowOfId }
}

const isNarrowed = (query: StockQuery) =>
  query.level !== undefined || query.offered !== undefined || isAboutProducts(query)

const shelfList = (db: Db, { sort = 'sort_order', ...query }: StockQuery) => ({
  matching: selectShelves(db, query),
  select: (rows: SelectShelves) => withVersion(rows).select('product.id'),
  sorts: {
    name: sql`search_form(${nameIn(query.language)}) collate "C"`,
    quantity: sql`store_stock.quantity_thousandths`,
    sort_order: sql`product.sort_order`,
    id: sql`store_stock.product_id`,
  },
  defaultSort: sort,
  id: byProducts(sort) ? tieBreaker(sort) : sql`store_stock.product_id`,
  long: {
    db,
    all: shelvesIn(db, query.storeId),
    id: sql<number>`store_stock.product_id`,
    isInOrder: !isNarrowed(query),
    withSortKey: shelvesWithSortKey(db, query, sort),
    indexScan: shelvesByIndexScan(db, query, sort),
    materialised: materialisedShelves(db, query, sort),
    countedUpTo: query.q ? SEARCHED_UP_TO : COUNTED_UP_TO,
  },
})

/** A page of a store's shelves. */
export async function findStock(db: Db, query: StockQuery): Promise<Page<Shelf>> {
  const { items, ...counted } = await findPage(shelfList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findShelves(db, query, ids), ...counted }
}

/** The products of all shelves that match the query, in its order. */
export const findStockIds = async (db: Db, query: StockQuery): Promise<number[]> =>
  (await findAllRows(shelfList(db, query))).map(({ id }) => id)

/** The shelves of these products in a store, in the order of the ids. */
async function findShelves(
  db: Db,
  { storeId, ...how }: Pick<StockQuery, 'storeId' | 'language' | 'day'>,
  ids: readonly number[],
): Promise<Shelf[]> {
  const shelves = await listShelves(shelvesIn(db, storeId), ids, how)
  return sortByIds(ids, shelves, ({ product_id }) => product_id).map(toShelf)
}

type ShelfRow = Awaited<ReturnType<typeof listShelves>>[number]

const toShelf = ({
  supplier_id,
  supplier_name,
  quantity_thousandths,
  alarm_thousandths,
  price_ten_thousandths: price,
  ...row
}: ShelfRow): Shelf => ({
  ...row,
  supplier: { id: supplier_id, name: supplier_name },
  quantity: quantityFromThousandths(quantity_thousandths),
  alarm_limit: quantityOrNull(alarm_thousandths),
  purchase_price: price === null ? null : price / TEN_THOUSANDTHS_PER_EURO,
  value: price === null ? null : eurosFromCents(costCents(price, Math.max(0, quantity_thousandths))),
})

const EXPORT_COLUMNS: Columns<Shelf> = {
  product_id: { heading: 'stock.shelves.product_id', cell: row => row.product_id },
  name: { heading: 'stock.shelves.name', cell: row => row.name },
  quantity: { heading: 'stock.shelves.quantity', cell: row => row.quantity },
  unit: { heading: 'stock.shelves.unit', cell: row => row.unit },
  level: { heading: 'stock.shelves.level', cell: row => row.level },
  alarm_limit: { heading: 'stock.shelves.alarm_limit', cell: row => row.alarm_limit },
  offered: { heading: 'stock.shelves.offered', cell: row => row.offered },
  supplier: { heading: 'stock.shelves.supplier', cell: row => row.supplier.name },
  purchase_price: { heading: 'stock.shelves.purchase_price', cell: row => row.purchase_price, isForKeepers: true },
  value: { heading: 'stock.shelves.value', cell: row => row.value, isForKeepers: true },
}

export const exportStock =
  ({ db, now }: Context): ListExport<'stock'> =>
  async ({ params, query, language, isKeeper }, headings) => {
    if (!(await isStore(db, params.id))) return undefined
    const input = { ...query, storeId: params.id, language, day: shopDate(now()) }
    const rows = listTable({
      findIds: () => findStockIds(db, input),
      idRowsSql: ids => findShelves(db, input, ids),
      columns: columnsFor(EXPORT_COLUMNS, isKeeper),
      headings,
    })
    return { name: `stock-${params.id}`, rows }
  }
