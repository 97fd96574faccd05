import { sql } from 'kysely'
import { isInRecall, RECALLED_LOTS } from '#server/modules/orders/recalls/inform-buyers.ts'
import type { Invariant } from './invariant.ts'

/** What was recalled is not sold, and its buyers are told. */
export const RECALL_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I15',
    description: 'a recalled product is in no order that was placed since',
    violations: ({ ordersAfter }) => sql`
      SELECT recall.id AS recall_id, line.order_id
      FROM recall JOIN customer_order placed ON placed.id > ${ordersAfter} AND placed.created_at >= recall.started_at
          AND placed.created_at < coalesce(recall.ended_at, 'infinity')
        JOIN order_line line ON line.order_id = placed.id AND line.product_id = recall.product_id
      WHERE NOT EXISTS (SELECT FROM recalled_lot WHERE recall_id = recall.id)
        OR EXISTS (SELECT FROM recalled_lot WHERE recall_id = recall.id AND lot = line.lot)`,
  },
  {
    id: 'I19',
    description: 'a recall by lot reaches who bought the lot or an unknown one, and nobody else',
    // A sale that was committed while buyers were searched is found by the next search.
    violations: ({ ordersAfter }) => sql`
      SELECT 'stranger' AS what, recall.id AS recall_id, buyer.user_id
      FROM recall JOIN recall_buyer buyer ON buyer.recall_id = recall.id
      WHERE EXISTS (SELECT FROM recalled_lot WHERE recall_id = recall.id) AND NOT EXISTS (
        SELECT FROM customer_order sold JOIN order_line line ON line.order_id = sold.id AND line.product_id = recall.product_id
        WHERE sold.user_id = buyer.user_id
          AND CASE WHEN buyer.is_certain THEN line.lot = ANY (${RECALLED_LOTS}) ELSE line.lot IS NULL END)
        -- What a shopper withdraws from a pre-order leaves it.
        AND (buyer.is_certain OR NOT EXISTS (
          SELECT FROM customer_order WHERE user_id = buyer.user_id AND order_type = 'preorder'))
      UNION ALL
      SELECT 'not told', recall.id, sold.user_id
      FROM recall JOIN recalled_lot ON recalled_lot.recall_id = recall.id
        JOIN order_line line ON line.order_id > ${ordersAfter} AND line.product_id = recall.product_id
          AND line.lot = recalled_lot.lot
        JOIN customer_order sold ON sold.id = line.order_id AND ${isInRecall(sql.ref('recall'))}
      WHERE sold.paid_at < recall.searched_until - interval '1 minute' AND NOT EXISTS (
        SELECT FROM recall_buyer WHERE recall_id = recall.id AND user_id = sold.user_id AND is_certain)`,
  },
]
