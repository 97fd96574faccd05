import type { Preorder } from '#contract/preorders/preorders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addOrder } from '#test/rows/orders.ts'
import { pickUpDays } from '#test/rows/preorder-events.ts'
import type { Stocked } from '#test/rows/stock-shop.ts'
import { userIdFor } from '#test/shop/callers.ts'
import type { Shop } from '#test/shop/open-shop.ts'

type NewPreorder = Omit<Partial<Parameters<typeof addOrder>[1]>, 'order_type'> & {
  /** The first pick-up day, as yyyy-mm-dd; today by default, so that it can be paid. It can also be cancelled for a week. */
  start_date?: string
}

/**
 * A shopper with a booked pre-order of one fish (1.00 €), or of one each of other products, in a separate event whose booked
 * quantities include it.
 */
export async function bookPreorder(database: DatabaseHandle, stocked: Stocked, preorder: NewPreorder = {}) {
  const { kysely: db } = database
  const { start_date, ...order } = preorder
  const session = await stocked.shopper()
  const userId = await userIdFor(database, session)
  const booking = { status: 'preorder_booked', booked_at: new Date(), products: [stocked.eventFish] } as const
  const id = await addOrder(database, {
    user_id: userId,
    store_id: stocked.storeId,
    ...booking,
    ...order,
    order_type: 'preorder',
  })
  const { preorder_event_id: eventId } = await db
    .selectFrom('customer_order')
    .select('preorder_event_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (eventId === null) throw new Error('a pre-order without an event')
  const days = { ...pickUpDays(), ...(start_date !== undefined && { start_date }) }
  await db.updateTable('preorder_event').set(days).where('id', '=', eventId).execute()
  await db
    .updateTable('preorder_event_item')
    .set({ booked_thousandths: 1000 })
    .where('event_id', '=', eventId)
    .execute()

  const total_amount = (order.products?.length ?? 1) * 1
  const pay = (through: Shop) => through.call(session, `POST order/preorder/${id}/pay`, { total_amount })
  const display = async (through: Shop) => (await through.call(session, `GET preorders/${id}`)).json<Preorder>()
  return { session, userId, id, eventId, pay, show: display }
}
export type Booked = Awaited<ReturnType<typeof bookPreorder>>
