import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders/order.ts'
import { VISIT_HOURS } from '#domain/stores/visit.ts'

const VISIT_TIME = sql`make_interval(hours => ${sql.lit(VISIT_HOURS)})`
const endOfVisit = sql`visit.last_at + ${VISIT_TIME}`

/** Whether an order (`bought`) was placed or paid during a visit (`visit`). */
const isDuringVisit = sql`bought.user_id = visit.user_id AND bought.store_id = visit.store_id
  AND (bought.created_at BETWEEN visit.created_at AND ${endOfVisit}
    OR bought.paid_at BETWEEN visit.created_at AND ${endOfVisit})`

/** The same for one visit: an index finds the shopper's later orders. */
export const isOfVisit = sql`${isDuringVisit} AND bought.updated_at >= visit.created_at`

/** Whether an order of the visit was paid, then or later. Most were paid then: an index has these, and the others are seldom read. */
export const hasPurchase = sql<boolean>`(EXISTS (
    SELECT FROM customer_order bought WHERE bought.user_id = visit.user_id AND bought.store_id = visit.store_id
      AND bought.paid_at BETWEEN visit.created_at AND ${endOfVisit})
  OR EXISTS (SELECT FROM customer_order bought WHERE ${isOfVisit} AND bought.paid_at IS NOT NULL))`

const FIRST_VISIT_AT = sql`(SELECT min(created_at) FROM visit)`
const LAST_VISIT_END = sql`(SELECT max(${endOfVisit}) FROM visit)`
const PURCHASE_COLUMNS = sql`user_id, store_id, created_at, paid_at FROM customer_order
  WHERE store_id = ANY (ARRAY(SELECT DISTINCT store_id FROM visit))`

/**
 * The ids of those visits of a table `visit` in which an order was paid, then or later: as `hasPurchase`, for many visits at once. The
 * orders paid in their whole time are read once; an index has the few that were paid long after they were placed.
 */
export const visitsWithPurchase = sql`
  SELECT DISTINCT visit.id FROM visit JOIN (
    SELECT ${PURCHASE_COLUMNS} AND paid_at BETWEEN ${FIRST_VISIT_AT} AND ${LAST_VISIT_END} + ${VISIT_TIME}
    UNION ALL
    SELECT ${PURCHASE_COLUMNS} AND paid_at - created_at > ${VISIT_TIME}
      AND created_at BETWEEN ${FIRST_VISIT_AT} AND ${LAST_VISIT_END}) bought ON ${isDuringVisit}`

type VisitOrder = {
  id: number
  status: OrderStatus
  total_cents: number
  is_paid: boolean
  is_cancelled: boolean
}

/** The orders of a visit, the oldest first. */
export const visitOrders = sql<VisitOrder[]>`(
  SELECT coalesce(json_agg(json_build_object('id', bought.id, 'status', bought.status, 'total_cents', bought.total_cents,
    'is_paid', bought.paid_at IS NOT NULL, 'is_cancelled', bought.cancelled_at IS NOT NULL) ORDER BY bought.id), '[]')
  FROM customer_order bought WHERE ${isOfVisit})`
