import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

/** Orders of one event: the one whose goods are booked, and the one whose goods are freed. */
type CapacityMove = { eventId: number; taken?: number | undefined; freed?: number | undefined }
type Shortage = { productId: number; leftThousandths: number }

/**
 * Takes the quantities of one order from what its event can sell, and returns those of another, all or nothing. Returns the
 * products that do not fit with what is left of them; the caller must then roll back. Rows are locked in the order of product
 * ids, and all bookings wait for them: call it last, right before the commit. What fits is decided on the locked row; a change
 * needs no capacity that it already holds.
 */
export async function moveCapacity(
  trx: Transaction<Database>,
  { eventId, taken, freed }: CapacityMove,
): Promise<Shortage[]> {
  const { rows } = await sql<Shortage>`
    WITH wanted AS (
      SELECT product_id, sum(CASE WHEN order_id = ${taken ?? null}::bigint THEN quantity_thousandths
          ELSE -quantity_thousandths END)::bigint AS change,
        sum(CASE WHEN order_id = ${freed ?? null}::bigint THEN quantity_thousandths ELSE 0 END)::bigint AS own
      FROM order_line WHERE order_id IN (${taken ?? null}::bigint, ${freed ?? null}::bigint)
      GROUP BY product_id
    ), held AS MATERIALIZED (
      SELECT item.product_id, item.cap_thousandths - item.booked_thousandths AS free
      FROM preorder_event_item item
      WHERE item.event_id = ${eventId} AND item.product_id IN (SELECT product_id FROM wanted WHERE change <> 0)
      ORDER BY item.product_id FOR NO KEY UPDATE
    ), moved AS (
      UPDATE preorder_event_item item SET booked_thousandths = item.booked_thousandths + wanted.change
      FROM wanted JOIN held USING (product_id)
      WHERE item.event_id = ${eventId} AND item.product_id = wanted.product_id AND (wanted.change < 0
        OR item.cap_thousandths IS NULL OR item.booked_thousandths + wanted.change <= item.cap_thousandths)
      RETURNING item.product_id
    )
    SELECT wanted.product_id AS "productId", wanted.own + greatest(0, coalesce(held.free, 0)) AS "leftThousandths"
    FROM wanted LEFT JOIN held USING (product_id)
    WHERE wanted.change <> 0 AND wanted.product_id NOT IN (SELECT product_id FROM moved)
    ORDER BY wanted.product_id`.execute(trx)
  return rows
}

type Freed = { id: number; eventId: number; restId?: number | undefined }

/** Frees what a booked pre-order holds, except for what its rest keeps, in the transaction that cancels it. */
export async function freeCapacity(trx: Transaction<Database>, order: Freed): Promise<void> {
  const unknown = await moveCapacity(trx, { eventId: order.eventId, taken: order.restId, freed: order.id })
  // A booked product can't be removed from its event.
  if (unknown.length > 0) throw new Error(`Event ${order.eventId} does not know what order ${order.id} booked of it`)
}
