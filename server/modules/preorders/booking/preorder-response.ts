import { sql } from 'kysely'
import type { Preorder } from '#contract/preorders/preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { AttemptState } from '#domain/payments/attempt-states.ts'
import { orderUntil } from '#domain/preorders/preorder-event.ts'
import { type PreorderSituation, preorderSteps, type PreorderSteps } from '#domain/preorders/preorder-steps.ts'
import { toOrderResponse } from '#server/modules/orders/checkout/order-response.ts'
import { findAnyOrders, type OrderRow } from '#server/modules/orders/checkout/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type ViewingShopper = { userId: number; language: LanguageCode }
type PreorderResponseInput = { order: OrderRow; row: PreorderRow; viewer: ViewingShopper }

/** The user's pre-orders that wait for pick-up or payment, the soonest first. */
export const listOpenPreorders = (context: Context, viewer: ViewingShopper): Promise<Preorder[]> =>
  // A payment may begin or end at this moment: the snapshot keeps an order and its allowed steps consistent.
  inSnapshot(context.db, async db => {
    const rows = await findOpenPreorders(db, viewer.userId)
    if (rows.length === 0) return []
    const orders = await findAnyOrders(
      db,
      rows.map(({ id }) => id),
    )
    const byId = new Map(orders.map(order => [order.id, order]))
    const shown = rows.flatMap(row => {
      const order = byId.get(row.id)
      return order ? [{ order, row, viewer }] : []
    })
    return Promise.all(shown.map(each => toPreorderResponse({ ...context, db }, each)))
  })

type PreorderViewer = ViewingShopper & { seesOthers?: boolean }

/**
 * The user's own pre-order in any status, or any user's for an admin; undefined for one that may not be seen, as for one that
 * does not exist.
 */
export const findPreorderResponse = (
  context: Context,
  orderId: number,
  viewer: PreorderViewer,
): Promise<Preorder | undefined> =>
  inSnapshot(context.db, async db => {
    const row = await findPreorder(db, orderId)
    if (!row || !(row.user_id === viewer.userId || viewer.seesOthers)) return undefined
    const [order] = await findAnyOrders(db, [orderId])
    return order && toPreorderResponse({ ...context, db }, { order, row, viewer })
  })

async function toPreorderResponse(context: Context, { order, row, viewer }: PreorderResponseInput): Promise<Preorder> {
  const situation = toSituation(row)
  const { made_at, product_ids } = row
  return {
    ...(await toOrderResponse(context, order, viewer.language)),
    event: {
      id: row.eventId,
      name: textInLanguage(row.names, viewer.language),
      start_date: row.start_date,
      end_date: row.end_date,
      order_until: orderUntil(situation.event, row.time_zone).toISOString(),
    },
    booked_at: row.booked_at?.toISOString() ?? null,
    replaced_by: row.replacedBy,
    may: row.user_id === viewer.userId ? preorderSteps(situation, context.now()) : NO_STEPS,
    withdrawable_product_ids: row.withdrawableIds,
    withdrawal: made_at && product_ids && { made_at: made_at.toISOString(), product_ids },
  }
}

/** An admin can only view another user's pre-order. */
const NO_STEPS: PreorderSteps = { pay: false, change: false, cancel: false, withdraw: false }

/** The facts of a pre-order that the rules use. */
export const toSituation = (row: PreorderRow): PreorderSituation => ({
  status: row.status,
  cancelledAt: row.cancelled_at,
  paidAt: row.paid_at,
  attempts: row.attempts,
  event: {
    startDate: row.start_date,
    orderUntil: row.order_until,
    status: row.eventStatus,
  },
  timeZone: row.time_zone,
  withdrawableIds: row.withdrawableIds,
  isWithdrawn: row.made_at !== null,
})

/** The user's pre-orders that wait for pick-up or payment, the soonest first. */
export const findOpenPreorders = (db: Db, userId: number) =>
  selectPreorders(db)
    .where('orders.user_id', '=', userId)
    .where('orders.status', 'in', ['preorder_booked', 'preorder_delivered', 'payment_pending', 'error'])
    .where('orders.cancelled_at', 'is', null)
    .orderBy('event.start_date')
    .orderBy('orders.id')
    .execute()

/** Any user's pre-order, in any status. */
export const findPreorder = (db: Db, orderId: number) =>
  selectPreorders(db).where('orders.id', '=', orderId).executeTakeFirst()

export type PreorderRow = NonNullable<Awaited<ReturnType<typeof findPreorder>>>

const ATTEMPT_STATES = sql<AttemptState[]>`ARRAY(SELECT state FROM payment_attempt WHERE order_id = orders.id)`

const REPLACED_BY = sql<number | null>`(SELECT follower.id FROM customer_order follower
  WHERE follower.replaces_order_id = orders.id AND follower.booked_at IS NOT NULL LIMIT 1)`

/** The products that a withdrawal could cover: neither perishable when they were ordered nor refunded already. */
const WITHDRAWABLE_PRODUCTS = sql<number[]>`ARRAY(
  SELECT order_line.product_id FROM order_line JOIN product ON product.id = order_line.product_id
  WHERE order_line.order_id = orders.id AND NOT order_line.perishable
    AND order_line.refunded_thousandths < order_line.quantity_thousandths
  ORDER BY order_line.product_id)`

/** The facts of a pre-order that other orders don't have. */
const selectPreorders = (db: Db) =>
  db
    .selectFrom('customer_order as orders')
    .innerJoin('preorder_event as event', 'event.id', 'orders.preorder_event_id')
    .innerJoin('store', 'store.id', 'orders.store_id')
    .leftJoin('preorder_withdrawal as withdrawal', 'withdrawal.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.user_id',
      'orders.status',
      'orders.cancelled_at',
      'orders.paid_at',
      'orders.booked_at',
    ])
    .select(['event.id as eventId', 'event.names', 'event.start_date', 'event.end_date', 'event.order_until'])
    .select(['event.status as eventStatus', 'store.time_zone', 'withdrawal.made_at', 'withdrawal.product_ids'])
    .select([ATTEMPT_STATES.as('attempts'), REPLACED_BY.as('replacedBy'), WITHDRAWABLE_PRODUCTS.as('withdrawableIds')])
