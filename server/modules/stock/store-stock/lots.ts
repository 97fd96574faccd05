import { type SelectQueryBuilder, sql } from 'kysely'
import type { StockLot } from '#contract/stock/stock.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DAY_MS } from '#domain/durations.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { nameIn } from '#server/modules/catalogue/admin-products/match-products.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import type { Page } from '#server/platform/db/lists/list.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

type LotsQuery = Paging & {
  storeId: number
  language: LanguageCode
  product_id?: number | undefined
  ends_within?: number | undefined
  now: Date
}

type SelectLots = SelectQueryBuilder<Database, 'stock_lot', {}>

const selectLots = (rows: SelectLots, language: LanguageCode) =>
  rows
    .innerJoin('product', 'product.id', 'stock_lot.product_id')
    .innerJoin('product_version as version', currentOfProduct)
    .select(['stock_lot.id', 'stock_lot.product_id', nameIn(language).as('name'), 'version.unit'])
    .select(['stock_lot.lot', 'stock_lot.best_before', 'stock_lot.use_by', 'stock_lot.quantity_thousandths'])

/** A page of the lots that a store has; undefined: no such store. The last days are those of the store's time zone. */
export async function findLots(db: Db, query: LotsQuery): Promise<Page<StockLot> | undefined> {
  const { storeId, language, product_id: productId, ends_within: days, now } = query
  const store = await db.selectFrom('store').select('time_zone').where('id', '=', storeId).executeTakeFirst()
  if (!store) return undefined
  const all = db
    .selectFrom('stock_lot')
    .where('stock_lot.store_id', '=', storeId)
    .where('stock_lot.quantity_thousandths', '>', sql.lit(0))
  const there = productId === undefined ? all : all.where('stock_lot.product_id', '=', productId)
  const until = days !== undefined && isoDate(new Date(now.getTime() + days * DAY_MS), store.time_zone)
  const list = {
    matching: until ? there.where('stock_lot.last_day', '<=', until) : there,
    select: (rows: SelectLots) => selectLots(rows, language),
    sorts: { last_day: sql`stock_lot.last_day` },
    defaultSort: 'last_day',
    id: sql`stock_lot.id`,
  }
  const { items, ...counted } = await findPage(list, query)
  const lots = items.map(({ quantity_thousandths, ...row }) => ({
    ...row,
    quantity: quantityFromThousandths(quantity_thousandths),
  }))
  return { items: lots, ...counted }
}
