import { type Insertable, sql } from 'kysely'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Database, Trx } from '#server/platform/schema/tables.ts'

type Move = Pick<
  Insertable<Database['stock_move']>,
  'kind' | 'reason' | 'user_id' | 'stock_entry_id' | 'stock_take_id' | 'created_at'
>
/** `priceTenThousandths`: of a delivery. */
export type ShelfMove = { productId: number; quantityThousandths: number; priceTenThousandths?: number | null }

/**
 * Locks the shelves of some products until the commit and returns their quantities: sales of them wait. A product that the store
 * has never had gets a shelf that is not offered. Locks rows in the order of product ids, as sales do.
 */
export async function lockShelves(
  trx: Trx,
  storeId: number,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const inOrder = [...productIds].toSorted((a, b) => a - b)
  if (inOrder.length === 0) return new Map()
  await sql`
    INSERT INTO store_stock (store_id, product_id, offered, is_standard, product_alarm_thousandths)
    SELECT ${storeId}::integer, id, false, product_type = 'standard', stock_alarm_thousandths
    FROM product WHERE id = any(${inOrder}::integer[]) ORDER BY id
    ON CONFLICT (store_id, product_id) DO NOTHING`.execute(trx)
  const rows = await trx
    .selectFrom('store_stock')
    .select(['product_id', 'quantity_thousandths'])
    .where('store_id', '=', storeId)
    .where('product_id', '=', anyId(inOrder))
    .orderBy('product_id')
    .forUpdate()
    .execute()
  return new Map(rows.map(row => [row.product_id, row.quantity_thousandths]))
}

/** Writes moves into the ledger, and updates the quantities of the locked shelves to match. */
export async function moveShelves(
  trx: Trx,
  { storeId, ...move }: Move & { storeId: number },
  moves: readonly ShelfMove[],
): Promise<void> {
  if (moves.length === 0) return
  await trx
    .insertInto('stock_move')
    .values(
      moves.map(({ productId, quantityThousandths, priceTenThousandths = null }) => ({
        store_id: storeId,
        product_id: productId,
        quantity_thousandths: quantityThousandths,
        price_ten_thousandths: priceTenThousandths,
        ...move,
      })),
    )
    .execute()
  const ids = moves.map(({ productId }) => productId)
  const thousandths = moves.map(({ quantityThousandths }) => quantityThousandths)
  await sql`
    UPDATE store_stock SET quantity_thousandths = store_stock.quantity_thousandths + change.thousandths
    FROM unnest(${ids}::integer[], ${thousandths}::bigint[]) AS change (product_id, thousandths)
    WHERE store_stock.store_id = ${storeId} AND store_stock.product_id = change.product_id`.execute(trx)
}

/**
 * Removes counts from the ledger that have this reason and were not made by hand. For products that are removed with their
 * shelves: other quantities are only corrected by further entries.
 */
export async function removeCounts(trx: Trx, productIds: readonly number[], reason: string): Promise<void> {
  await trx
    .deleteFrom('stock_move')
    .where('product_id', '=', anyId(productIds))
    .where('kind', '=', 'count')
    .where('reason', '=', reason)
    .where('stock_entry_id', 'is', null)
    .where('stock_take_id', 'is', null)
    .execute()
}
