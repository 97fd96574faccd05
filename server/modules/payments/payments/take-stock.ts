import { sql, type Transaction } from 'kysely'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Attempt } from './attempts.ts'

/**
 * Writes one move per line, and keeps the shelf's quantity equal to the ledger. Locks rows in the order of product ids. Rebuilds
 * the shoppers' lists only when they show the change: they show what is left at or below the alarm limit.
 */
export async function takeStock(trx: Transaction<Database>, { orderId, storeId, userId }: Attempt): Promise<void> {
  const taken = await sql<{ shows: boolean }>`
    WITH sold AS (
      INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id, user_id)
      SELECT ${storeId}::integer, product_id, -quantity_thousandths, 'sale', id, ${userId}::integer
      FROM order_line WHERE order_id = ${orderId}
      RETURNING store_id, product_id, quantity_thousandths
    ), shelf AS (
      INSERT INTO store_stock (store_id, product_id, quantity_thousandths, offered)
      SELECT store_id, product_id, quantity_thousandths, false FROM sold ORDER BY product_id
      ON CONFLICT (store_id, product_id)
      DO UPDATE SET quantity_thousandths = store_stock.quantity_thousandths + excluded.quantity_thousandths
      RETURNING product_id, quantity_thousandths, alarm_thousandths
    )
    SELECT coalesce(bool_or(shelf.quantity_thousandths - sold.quantity_thousandths > 0
      AND shelf.quantity_thousandths <= coalesce(shelf.alarm_thousandths, product.stock_alarm_thousandths, 0)), false) AS shows
    FROM shelf JOIN sold ON sold.product_id = shelf.product_id JOIN product ON product.id = shelf.product_id`.execute(
    trx,
  )
  if (taken.rows[0]?.shows) await bumpCatalogue(trx, [storeId])
}
