import type { Preorder } from '#contract/preorders/preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { orderUntil } from '#domain/preorders/preorder-event.ts'
import { preorderSteps, type PreorderSituation, type PreorderSteps } from '#domain/preorders/preorder-steps.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import { findAnyOrders, type OrderRow } from '#server/modules/orders/checkout/queries.ts'
import { showFoundOrder } from '#server/modules/orders/checkout/show-order.ts'
import { textIn } from '#server/platform/languages/text-in.ts'
import { findOpenPreorders, findPreorder, type PreorderRow } from './find-preorders.ts'

type Viewer = { userId: number; language: LanguageCode }
type Shown = { order: OrderRow; row: PreorderRow; viewer: Viewer }

/** The user's pre-orders that wait for pick-up or payment, the soonest first. */
export const showOpenPreorders = (context: Context, viewer: Viewer): Promise<Preorder[]> =>
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
    return Promise.all(shown.map(each => show({ ...context, db }, each)))
  })

type Asked = Viewer & { seesOthers?: boolean }

/**
 * The user's own pre-order in any status, or any user's for an admin; undefined for one that may not be seen, as for one that
 * does not exist.
 */
export const showPreorder = (context: Context, orderId: number, viewer: Asked): Promise<Preorder | undefined> =>
  inSnapshot(context.db, async db => {
    const row = await findPreorder(db, orderId)
    if (!row || !(row.user_id === viewer.userId || viewer.seesOthers)) return undefined
    const [order] = await findAnyOrders(db, [orderId])
    return order && show({ ...context, db }, { order, row, viewer })
  })

async function show(context: Context, { order, row, viewer }: Shown): Promise<Preorder> {
  const situation = situationOf(row)
  const { made_at, product_ids } = row
  return {
    ...(await showFoundOrder(context, order, viewer.language)),
    event: {
      id: row.eventId,
      name: textIn(row.names, viewer.language),
      start_date: row.start_date,
      end_date: row.end_date,
      order_until: orderUntil(situation.event, row.time_zone).toISOString(),
    },
    booked_at: row.booked_at?.toISOString() ?? null,
    replaced_by: row.replacedBy,
    may: row.user_id === viewer.userId ? preorderSteps(situation, context.now()) : NOTHING,
    withdrawable_product_ids: row.withdrawableIds,
    withdrawal: made_at && product_ids && { made_at: made_at.toISOString(), product_ids },
  }
}

/** An admin can only view another user's pre-order. */
const NOTHING: PreorderSteps = { pay: false, change: false, cancel: false, withdraw: false }

/** The facts of a pre-order that the rules use. */
export const situationOf = (row: PreorderRow): PreorderSituation => ({
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
