import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/** A pre-order with its goods, event and pick-up store, in the shopper's language: the facts of emails. */
export const findEmailData = (db: Db, orderId: number) =>
  db
    .selectFrom('customer_order')
    .innerJoin('app_user', 'app_user.id', 'customer_order.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .innerJoin('preorder_event', 'preorder_event.id', 'customer_order.preorder_event_id')
    .innerJoin('operator', join => join.onTrue())
    .select(['customer_order.id', 'customer_order.total_cents', 'customer_order.replaces_order_id'])
    .select(['app_user.email', 'language.code as language', 'preorder_event.names'])
    .select(['store.name as storeName', 'store.address as storeAddress', 'store.time_zone as timeZone'])
    .select(['preorder_event.start_date as startDate', 'preorder_event.end_date as endDate'])
    .select(['preorder_event.order_until as orderUntil', 'operator.name as operatorName', 'operator.business_id'])
    .select(['operator.address as operatorAddress', 'operator.email as operatorEmail', 'operator.phone'])
    .select(order =>
      jsonArrayFrom(
        order
          .selectFrom('order_line')
          .innerJoin('product', 'product.id', 'order_line.product_id')
          .innerJoin('product_version', 'product_version.id', 'order_line.product_version_id')
          .select(['order_line.product_id', 'order_line.quantity_thousandths', 'order_line.total_cents'])
          .select(['order_line.rate_basis_points', 'product_version.names', 'product_version.unit'])
          .select(['product.min_age', 'order_line.perishable'])
          .whereRef('order_line.order_id', '=', 'customer_order.id')
          .orderBy('order_line.id'),
      ).as('lines'),
    )
    .where('customer_order.id', '=', orderId)
    .executeTakeFirstOrThrow()
export type EmailData = Awaited<ReturnType<typeof findEmailData>>

/**
 * Whether a withdrawal waits for an admin: to remove delivered goods from the store, or to refund what was paid. If it cancelled
 * the order before delivery, nothing is left to do, even if it is not marked as settled. The query must contain
 * `preorder_withdrawal` and `customer_order` under these names.
 */
export const isOpenWithdrawal = sql<SqlBool>`(preorder_withdrawal.settled_at IS NULL
  AND (customer_order.cancelled_at IS NULL OR customer_order.status = 'preorder_delivered'))`

/** Orders of one event: the one whose goods are booked, and the one whose goods are freed. */
type CapacityMove = { eventId: number; added?: number | undefined; freed?: number | undefined }
type Shortage = { productId: number; availableThousandths: number }

/**
 * Takes the quantities of one order from what its event can sell, and returns those of another, all or nothing. Returns the
 * products that do not fit with what is left of them; the caller must then roll back. Rows are locked in the order of product
 * ids, and all bookings wait for them: call it last, right before the commit. What fits is decided on the locked row; a change
 * needs no capacity that it already holds.
 */
export async function moveCapacity(trx: Trx, { eventId, added, freed }: CapacityMove): Promise<Shortage[]> {
  const { rows } = await sql<Shortage>`
    WITH request AS (
      SELECT product_id, sum(CASE WHEN order_id = ${added ?? null}::bigint THEN quantity_thousandths
          ELSE -quantity_thousandths END)::bigint AS change,
        sum(CASE WHEN order_id = ${freed ?? null}::bigint THEN quantity_thousandths ELSE 0 END)::bigint AS freed
      FROM order_line WHERE order_id IN (${added ?? null}::bigint, ${freed ?? null}::bigint)
      GROUP BY product_id
    ), item_lock AS MATERIALIZED (
      SELECT item.product_id, item.cap_thousandths - item.booked_thousandths AS free
      FROM preorder_event_item item
      WHERE item.event_id = ${eventId} AND item.product_id IN (SELECT product_id FROM request WHERE change <> 0)
      ORDER BY item.product_id FOR NO KEY UPDATE
    ), updated_item AS (
      UPDATE preorder_event_item item SET booked_thousandths = item.booked_thousandths + request.change
      FROM request JOIN item_lock USING (product_id)
      WHERE item.event_id = ${eventId} AND item.product_id = request.product_id AND (request.change < 0
        OR item.cap_thousandths IS NULL OR item.booked_thousandths + request.change <= item.cap_thousandths)
      RETURNING item.product_id
    )
    SELECT request.product_id AS "productId", request.freed + greatest(0, coalesce(item_lock.free, 0)) AS "leftThousandths"
    FROM request LEFT JOIN item_lock USING (product_id)
    WHERE request.change <> 0 AND request.product_id NOT IN (SELECT product_id FROM updated_item)
    ORDER BY request.product_id`.execute(trx)
  return rows
}

type FreedCapacity = { id: number; eventId: number; restId?: number | undefined }

/** Frees what a booked pre-order holds, except for what its rest keeps, in the transaction that cancels it. */
export async function freeCapacity(trx: Trx, order: FreedCapacity): Promise<void> {
  const unknown = await moveCapacity(trx, { eventId: order.eventId, added: order.restId, freed: order.id })
  // A booked product can't be removed from its event.
  if (unknown.length > 0) throw new Error(`Event ${order.eventId} does not know what order ${order.id} booked of it`)
}
