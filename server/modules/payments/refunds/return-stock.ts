import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Refund } from './refund-rows.ts'

/**
 * The goods that a sale took from the shelf are back there: one move per line of the refund, and the shelf's quantity in
 * step with the ledger.
 */
export async function returnStock(trx: Transaction<Database>, { id, storeId, askedBy, reason }: Refund): Promise<void> {
  await sql`
    WITH returned AS (
      INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, refund_line_id, user_id, reason)
      SELECT ${storeId}::integer, line.product_id, part.quantity_thousandths, 'return', part.id, ${askedBy}::integer,
        ${reason}
      FROM refund_line part JOIN order_line line ON line.id = part.order_line_id
      WHERE part.refund_id = ${id} AND part.quantity_thousandths > 0
        AND EXISTS (SELECT 1 FROM stock_move WHERE stock_move.order_line_id = line.id AND stock_move.kind = 'sale')
      RETURNING store_id, product_id, quantity_thousandths
    )
    INSERT INTO store_stock (store_id, product_id, quantity_thousandths, offered)
    SELECT store_id, product_id, quantity_thousandths, false FROM returned ORDER BY product_id
    ON CONFLICT (store_id, product_id)
    DO UPDATE SET quantity_thousandths = store_stock.quantity_thousandths + excluded.quantity_thousandths`.execute(trx)
  await bumpCatalogue(trx, [storeId])
}
