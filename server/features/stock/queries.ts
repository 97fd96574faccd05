import type { LedgerRow, Shelf } from '#contract/stock.ts'
import type { LanguageCode } from '#contract/values.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { findPage, inOrderOf, type Paging } from '#server/db/find-page.ts'
import type { Database } from '#server/db/tables.ts'
import { matchingProducts, nameIn } from '#server/features/admin-products/list-products.ts'
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'

type Db = Kysely<Database>
type Level = Shelf['level']

export type StockQuery = Paging & {
  storeId: number
  language: LanguageCode
  q?: string | undefined
  level?: Level | undefined
  offered?: boolean | undefined
  supplier_id?: number | undefined
}

/** As shoppers see it, and worse: below nothing. What is at its alarm limit is low. */
const LEVEL = sql<Level>`CASE WHEN store_stock.quantity_thousandths < 0 THEN 'negative'
  WHEN store_stock.quantity_thousandths = 0 THEN 'out'
  WHEN store_stock.quantity_thousandths <= coalesce(store_stock.alarm_thousandths, product.stock_alarm_thousandths) THEN 'low'
  ELSE 'ok' END`

function shelvesOf(db: Db, { storeId, q, level, offered, supplier_id }: StockQuery) {
  let rows = db
    .selectFrom('store_stock')
    .innerJoin('product', 'product.id', 'store_stock.product_id')
    .where('store_stock.store_id', '=', storeId)
    .where('product.product_type', '=', 'standard')
  if (level) rows = rows.where(LEVEL, '=', level)
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
    .select([nameIn(language).as('name'), LEVEL.as('level')])
    .select(({ fn }) =>
      fn.coalesce('store_stock.alarm_thousandths', 'product.stock_alarm_thousandths').as('alarm_thousandths'),
    )
    .where('product.id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()

/** A page of what stands in a store. */
export async function findStock(db: Db, query: StockQuery): Promise<{ items: Shelf[]; total: number }> {
  const { storeId, language } = query
  const { items, total } = await findPage(
    {
      matching: shelvesOf(db, query),
      show: rows => withVersion(rows).select('product.id'),
      sorts: {
        name: sql`search_form(${nameIn(language)}) collate "C"`,
        quantity: sql`store_stock.quantity_thousandths`,
        sort_order: sql`product.sort_order`,
        id: sql`product.id`,
      },
      usual: 'sort_order',
      id: sql`product.id`,
    },
    query,
  )
  const ids = items.map(({ id }) => id)
  const shelves = await showShelves(shelvesOf(db, { storeId, language }), ids, language)
  return { items: inOrderOf(ids, shelves, ({ product_id }) => product_id).map(toShelf), total }
}

type Row = Awaited<ReturnType<typeof showShelves>>[number]

const toShelf = ({ supplier_id, supplier_name, quantity_thousandths, alarm_thousandths, ...row }: Row): Shelf => ({
  ...row,
  supplier: { id: supplier_id, name: supplier_name },
  quantity: quantityFromThousandths(quantity_thousandths),
  alarm_limit: alarm_thousandths === null ? null : quantityFromThousandths(alarm_thousandths),
})

type LedgerQuery = Paging & { storeId: number; productId: number; kind?: LedgerRow['kind'] | undefined }

/** A page of a product's ledger in a store. Who bought is nobody's business here. */
export async function findLedger(db: Db, { storeId, productId, kind, ...paging }: LedgerQuery) {
  const moves = db
    .selectFrom('stock_move')
    .selectAll('stock_move')
    .select(sql<number>`(sum(quantity_thousandths) OVER (ORDER BY id))::bigint`.as('after'))
    .where('store_id', '=', storeId)
    .where('product_id', '=', productId)
    .as('move')
  const all = db.selectFrom(moves)
  const { items, total } = await findPage(
    {
      matching: kind ? all.where('move.kind', '=', kind) : all,
      show: rows =>
        rows
          .leftJoin('refund_line', 'refund_line.id', 'move.refund_line_id')
          .leftJoin('order_line', join =>
            join.on(sql<boolean>`order_line.id = coalesce(move.order_line_id, refund_line.order_line_id)`),
          )
          .leftJoin('app_user', join =>
            join.onRef('app_user.id', '=', 'move.user_id').on('move.kind', 'not in', ['sale', 'refund']),
          )
          .select(['move.id', 'move.kind', 'move.quantity_thousandths', 'move.after', 'move.reason'])
          .select(['move.created_at', 'move.stock_take_id', 'order_line.order_id', 'app_user.id as user_id', 'email']),
      sorts: { id: sql`move.id` },
      usual: '-id',
      id: sql`move.id`,
    },
    paging,
  )
  const rows = items.map(({ quantity_thousandths, after, created_at, user_id, email, ...row }): LedgerRow => ({
    ...row,
    quantity: quantityFromThousandths(quantity_thousandths),
    quantity_after: quantityFromThousandths(after),
    by: user_id === null || email === null ? null : { id: user_id, email },
    at: created_at.toISOString(),
  }))
  return { items: rows, total }
}
