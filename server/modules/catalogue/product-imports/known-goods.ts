import { type Kysely, sql } from 'kysely'
import type { KnownGoods } from '#domain/catalogue/imports/import-goods.ts'
import type { PurchasePrice } from '#domain/stock/purchase-price.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Db = Kysely<Database>

/** The last count or correction of a product in a store: what was counted before it is no longer what is on the shelf. */
export type Recount = { id: number; reason: string | null }

export async function findRecounts(
  db: Db,
  storeId: number,
  productIds: readonly number[],
): Promise<Map<number, Recount>> {
  const rows = await db
    .selectFrom('stock_move')
    .distinctOn('product_id')
    .select(['product_id', 'id', 'reason'])
    .where('store_id', '=', storeId)
    .where('product_id', '=', anyOf(productIds))
    .where('kind', 'in', ['count', 'correction'])
    .orderBy('product_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ product_id, ...recount }) => [product_id, recount]))
}

/**
 * The last count or correction that was not taken back by undoing its import: undone imports leave two moves that cancel each
 * other.
 */
export async function findStandingRecounts(
  db: Db,
  storeId: number,
  productIds: readonly number[],
): Promise<Map<number, Recount>> {
  const { rows } = await sql<Recount & { product_id: number }>`
    SELECT DISTINCT ON (move.product_id) move.product_id, move.id, move.reason
    FROM stock_move AS move
    WHERE move.store_id = ${storeId} AND move.product_id = ${anyOf(productIds)} AND move.kind IN ('count', 'correction')
      AND NOT (move.kind = 'correction' AND coalesce(move.reason ~ ${`^import [0-9]+${UNDONE}$`}, false))
      AND NOT EXISTS (
        SELECT FROM stock_move AS undo
        WHERE undo.store_id = move.store_id AND undo.product_id = move.product_id AND undo.kind = 'correction'
          AND undo.reason = move.reason || ${UNDONE} AND undo.id > move.id
      )
    ORDER BY move.product_id, move.id DESC`.execute(db)
  return new Map(rows.map(({ product_id, ...recount }) => [product_id, recount]))
}

/** Ends the reason of the moves that undo an import. */
export const UNDONE = ' undone'

async function findPrices(db: Db, productIds: readonly number[]) {
  const rows = await db.selectFrom('purchase_price').selectAll().where('product_id', '=', anyOf(productIds)).execute()
  const prices = new Map<string, PurchasePrice[]>()
  for (const { product_id, supplier_id, valid_from, price_ten_thousandths } of rows) {
    const key = `${product_id} ${supplier_id}`
    const price = { validFrom: valid_from, priceTenThousandths: price_ten_thousandths }
    prices.set(key, [...(prices.get(key) ?? []), price])
  }
  return prices
}

async function findQuantities(db: Db, storeId: number, productIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('store_stock')
    .select(['product_id', 'quantity_thousandths'])
    .where('store_id', '=', storeId)
    .where('product_id', '=', anyOf(productIds))
    .execute()
  return new Map(rows.map(row => [row.product_id, row.quantity_thousandths]))
}

/** What is recorded of some products: `storeId` is the store whose stock the file has. */
export async function readKnownGoods(db: Db, productIds: readonly number[], storeId: number | undefined) {
  const prices = await findPrices(db, productIds)
  const quantities = storeId === undefined ? undefined : await findQuantities(db, storeId, productIds)
  const recounts = storeId === undefined ? undefined : await findRecounts(db, storeId, productIds)
  return {
    /** Of a product, or of a new one, with its supplier after the import, if the shop has it yet. */
    goodsOf: (productId: number | undefined, supplierId: number | undefined): KnownGoods => ({
      prices: prices.get(`${productId} ${supplierId}`) ?? [],
      stockThousandths: quantities && (quantities.get(productId ?? 0) ?? 0),
    }),
    /** 0 before the first one. */
    lastRecountOf: (productId: number | undefined): number => recounts?.get(productId ?? 0)?.id ?? 0,
  }
}

export type GoodsReader = Awaited<ReturnType<typeof readKnownGoods>>
