import { type RawBuilder, sql, type Transaction } from 'kysely'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { RefundDone, SettlementHooks } from '#server/platform/settlement.ts'

/**
 * One move per line of the paid orders, and the shelf's quantity kept equal to the ledger. Locks rows in the order of product ids,
 * then the store. Shoppers' lists are rebuilt only when they show the change, since they show what is left at or below the
 * alarm limit. The goods of a pre-order were never on the store's shelves.
 */
const stockTaken = (orders: RawBuilder<unknown>) => sql`
    sold AS (
      INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id, user_id)
      SELECT paid.store_id, line.product_id, -line.quantity_thousandths, 'sale', line.id, paid.user_id
      FROM ${orders} AS paid JOIN order_line line ON line.order_id = paid.id
      WHERE paid.status = 'complete' AND paid.order_type = 'standard'
      RETURNING store_id, product_id, quantity_thousandths
    ), shelf AS (
      INSERT INTO store_stock (store_id, product_id, quantity_thousandths, offered)
      SELECT store_id, product_id, quantity_thousandths, false FROM sold ORDER BY product_id
      ON CONFLICT (store_id, product_id)
      DO UPDATE SET quantity_thousandths = store_stock.quantity_thousandths + excluded.quantity_thousandths
      RETURNING store_id, product_id, quantity_thousandths, alarm_thousandths
    ), relisted AS (
      UPDATE store SET catalogue_version = catalogue_version + 1 FROM (
        SELECT shelf.store_id FROM shelf JOIN sold ON sold.store_id = shelf.store_id AND sold.product_id = shelf.product_id
          JOIN product ON product.id = shelf.product_id
        GROUP BY shelf.store_id
        HAVING bool_or(shelf.quantity_thousandths - sold.quantity_thousandths > 0 AND shelf.quantity_thousandths
          <= coalesce(shelf.alarm_thousandths, product.stock_alarm_thousandths, 0))
      ) AS shown WHERE store.id = shown.store_id
    )`

/**
 * Returns the goods that a sale took from the shelf: one move per line of the refund, with the shelf's quantity kept equal to the
 * ledger.
 */
async function returnStock(trx: Transaction<Database>, refund: RefundDone): Promise<void> {
  if (!refund.returnsStock) return
  const { id, storeId, askedBy, reason } = refund
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

/** A sale takes its goods from the shelf; a refund puts them back if the admin chose so. */
export const STOCK_SETTLEMENT: SettlementHooks = { paid: stockTaken, refunded: returnStock }
