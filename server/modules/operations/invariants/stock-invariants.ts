import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** What deliveries and lots of stores add up to. */
export const STOCK_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I18',
    description:
      'lots are the sums of their moves, no more than their shelf has, and take no more from a move than it moved',
    violations: ({ movesAfter }) => sql`
      SELECT 'lot' AS what, lot.id, moves.sum::text AS should_be, lot.quantity_thousandths::text AS is FROM stock_lot lot
      CROSS JOIN LATERAL (SELECT coalesce(sum(quantity_thousandths), 0) AS sum FROM stock_lot_move WHERE stock_lot_id = lot.id) moves
      WHERE (${movesAfter}::bigint = 0 OR lot.id IN (SELECT stock_lot_id FROM stock_lot_move WHERE stock_move_id > ${movesAfter}))
        AND lot.quantity_thousandths <> moves.sum
      UNION ALL
      SELECT 'shelf', shelf.product_id, greatest(shelf.quantity_thousandths, 0)::text, lots.sum::text
      FROM (SELECT store_id, product_id, sum(quantity_thousandths) AS sum FROM stock_lot
        WHERE quantity_thousandths > 0 GROUP BY 1, 2) lots
      JOIN store_stock shelf USING (store_id, product_id)
      WHERE lots.sum > greatest(shelf.quantity_thousandths, 0)
      UNION ALL
      SELECT 'move', move.id, move.quantity_thousandths::text, lots.sum::text
      FROM (SELECT stock_move_id, sum(quantity_thousandths) AS sum FROM stock_lot_move
        WHERE stock_move_id > ${movesAfter} GROUP BY 1) lots
      JOIN stock_move move ON move.id = lots.stock_move_id
      WHERE lots.sum NOT BETWEEN least(move.quantity_thousandths, 0) AND greatest(move.quantity_thousandths, 0)`,
  },
  {
    id: 'I16',
    description: 'what was received of a purchase order is the sum of its deliveries',
    violations: ({ movesAfter }) => sql`
      WITH received AS (
        SELECT delivery.purchase_order_id, move.product_id, sum(move.quantity_thousandths) AS sum
        FROM delivery JOIN stock_move move ON move.stock_entry_id = delivery.stock_entry_id
        WHERE delivery.purchase_order_id IS NOT NULL GROUP BY 1, 2
      )
      SELECT purchase_order_id, product_id, coalesce(received.sum, 0)::text AS should_be, line.received_thousandths::text AS is
      FROM purchase_order_line line FULL JOIN received USING (purchase_order_id, product_id)
      WHERE line.received_thousandths IS DISTINCT FROM coalesce(received.sum, 0)
        AND (${movesAfter}::bigint = 0 OR purchase_order_id IN (
          SELECT delivery.purchase_order_id FROM stock_move move JOIN delivery USING (stock_entry_id)
          WHERE move.id > ${movesAfter}))`,
  },
]
