import type { Shelf, StockLevel } from '#contract/stock.ts'
import type { LanguageCode } from '#contract/values.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { findAllRows, findPage, inOrderOf, type Paging } from '#server/db/find-page.ts'
import type { Database } from '#server/db/tables.ts'
import { STOCK_LEVEL } from '#server/features/admin-products/in-store.ts'
import { matchingProducts, nameIn } from '#server/features/admin-products/list-products.ts'
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'

type Db = Kysely<Database>

export type StockQuery = Paging & {
  storeId: number
  language: LanguageCode
  q?: string | undefined
  level?: StockLevel | undefined
  offered?: boolean | undefined
  supplier_id?: number | undefined
}

function shelvesOf(db: Db, { storeId, q, level, offered, supplier_id }: StockQuery) {
  let rows = db
    .selectFrom('store_stock')
    .innerJoin('product', 'product.id', 'store_stock.product_id')
    .where('store_stock.store_id', '=', storeId)
    .where('product.product_type', '=', 'standard')
  if (level) rows = rows.where(STOCK_LEVEL, '=', level)
  if (offered !== undefined) rows = rows.where('store_stock.offered', '=', offered)
  if (q !== undefined || supplier_id !== undefined)
    rows = rows.where('product.id', 'in', matchingProducts(db, { q, supplier_id }).select('product.id'))
  return rows
}

type Shelves = SelectQueryBuilder<Database, 'store_stock' | 'product', {}>

const withVersion = (rows: Shelves) =>
  rows.innerJoin('product_version as version', join =>
    join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true)),
  )

const showShelves = (rows: Shelves, ids: readonly number[], language: LanguageCode) =>
  withVersion(rows)
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .select(['product.id as product_id', 'product.product_code_type', 'version.unit', 'store_stock.offered'])
    .select(['supplier.id as supplier_id', 'supplier.name as supplier_name', 'store_stock.quantity_thousandths'])
    .select([nameIn(language).as('name'), STOCK_LEVEL.as('level')])
    .select(({ fn }) =>
      fn.coalesce('store_stock.alarm_thousandths', 'product.stock_alarm_thousandths').as('alarm_thousandths'),
    )
    .where('product.id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()

const shelfList = (db: Db, query: StockQuery) => ({
  matching: shelvesOf(db, query),
  show: (rows: Shelves) => withVersion(rows).select('product.id'),
  sorts: {
    name: sql`search_form(${nameIn(query.language)}) collate "C"`,
    quantity: sql`store_stock.quantity_thousandths`,
    sort_order: sql`product.sort_order`,
    id: sql`product.id`,
  },
  usual: 'sort_order',
  id: sql`product.id`,
})

/** A page of what stands in a store. */
export async function findStock(db: Db, query: StockQuery): Promise<{ items: Shelf[]; total: number }> {
  const { items, total } = await findPage(shelfList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findShelves(db, query, ids), total }
}

/** The products of all shelves that the query means, in its order. */
export const findStockIds = async (db: Db, query: StockQuery): Promise<number[]> =>
  (await findAllRows(shelfList(db, query), query.sort)).map(({ id }) => id)

/** The shelves of some products in a store, in the order of the ids. */
export async function findShelves(
  db: Db,
  { storeId, language }: Pick<StockQuery, 'storeId' | 'language'>,
  ids: readonly number[],
): Promise<Shelf[]> {
  const shelves = await showShelves(shelvesOf(db, { storeId, language }), ids, language)
  return inOrderOf(ids, shelves, ({ product_id }) => product_id).map(toShelf)
}

type Row = Awaited<ReturnType<typeof showShelves>>[number]

const toShelf = ({ supplier_id, supplier_name, quantity_thousandths, alarm_thousandths, ...row }: Row): Shelf => ({
  ...row,
  supplier: { id: supplier_id, name: supplier_name },
  quantity: quantityFromThousandths(quantity_thousandths),
  alarm_limit: alarm_thousandths === null ? null : quantityFromThousandths(alarm_thousandths),
})
