import { type RawBuilder, sql, type Transaction } from 'kysely'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Attempt } from './attempts.ts'

/**
 * Part of a statement's WITH: one move per line of `orders`, a table with ids of orders, and the shelf's quantity kept equal to
 * the ledger. Locks rows in the order of product ids. `shown.shows`: whether the shoppers' lists show the change, since they
 * show what is left at or below the alarm limit.
 */
export const stockTaken = (
  orders: RawBuilder<unknown>,
  { storeId, userId }: Pick<Attempt, 'storeId' | 'userId'>,
) => sql`
    sold AS (
      INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id, user_id)
      SELECT ${storeId}::integer, line.product_id, -line.quantity_thousandths, 'sale', line.id, ${userId}::integer
      FROM order_line line WHERE line.order_id IN (SELECT id FROM ${orders})
      RETURNING store_id, product_id, quantity_thousandths
    ), shelf AS (
      INSERT INTO store_stock (store_id, product_id, quantity_thousandths, offered)
      SELECT store_id, product_id, quantity_thousandths, false FROM sold ORDER BY product_id
      ON CONFLICT (store_id, product_id)
      DO UPDATE SET quantity_thousandths = store_stock.quantity_thousandths + excluded.quantity_thousandths
      RETURNING product_id, quantity_thousandths, alarm_thousandths
    ), shown AS (
      SELECT coalesce(bool_or(shelf.quantity_thousandths - sold.quantity_thousandths > 0 AND shelf.quantity_thousandths
        <= coalesce(shelf.alarm_thousandths, product.stock_alarm_thousandths, 0)), false) AS shows
      FROM shelf JOIN sold ON sold.product_id = shelf.product_id JOIN product ON product.id = shelf.product_id
    )`

/** Takes an order's stock. Rebuilds the shoppers' lists only when they show the change. */
export async function takeStock(trx: Transaction<Database>, attempt: Attempt): Promise<void> {
  const order = sql`(SELECT ${attempt.orderId}::bigint AS id) AS mine`
  const taken = await sql<{ shows: boolean }>`WITH ${stockTaken(order, attempt)} SELECT shows FROM shown`.execute(trx)
  if (taken.rows[0]?.shows) await bumpCatalogue(trx, [attempt.storeId])
}
