import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders/order.ts'
import { VISIT_HOURS } from '#domain/stores/visit.ts'

const endOfVisit = sql`visit.last_at + make_interval(hours => ${sql.lit(VISIT_HOURS)})`

/** Whether an order (`bought`) was placed or paid during a visit (`visit`). An index finds the shopper's later orders. */
export const isOfVisit = sql`bought.user_id = visit.user_id AND bought.store_id = visit.store_id
  AND bought.updated_at >= visit.created_at
  AND (bought.created_at BETWEEN visit.created_at AND ${endOfVisit}
    OR bought.paid_at BETWEEN visit.created_at AND ${endOfVisit})`

/** Whether an order of the visit was paid, then or later. Most were paid then: an index has these, and the others are seldom read. */
export const hasPurchase = sql<boolean>`(EXISTS (
    SELECT FROM customer_order bought WHERE bought.user_id = visit.user_id AND bought.store_id = visit.store_id
      AND bought.paid_at BETWEEN visit.created_at AND ${endOfVisit})
  OR EXISTS (SELECT FROM customer_order bought WHERE ${isOfVisit} AND bought.paid_at IS NOT NULL))`

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
