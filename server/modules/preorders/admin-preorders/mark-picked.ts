import { sql } from 'kysely'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import type { Context } from '#server/platform/context.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { bookedOfEvent } from './find-lines.ts'

type PickedItem = { order_id: number; product_id: number }
type MarkPickedInput = {
  eventId: number
  storeId: number
  items: readonly PickedItem[]
  isPicked: boolean
  userId: number
}

/** Records what has been put aside, or that it has not; refuses where an item is not of the event in the store. */
export const markPicked = ({ db, now }: Context, { eventId, storeId, items, isPicked, userId }: MarkPickedInput) =>
  inRefusableTransaction(db, async trx => {
    const lines = bookedOfEvent(trx, { eventId, stores: StoreScope.all.narrowedTo(storeId) })
      .innerJoin('order_line', 'order_line.order_id', 'customer_order.id')
      .select(['order_line.order_id', 'order_line.product_id'])
      .distinct()
    const picked = jsonRecordset(items, 'order_id bigint, product_id integer')
    const { rows } = await sql<PickedItem>`
      SELECT r.order_id, r.product_id FROM ${picked} JOIN (${lines}) AS line USING (order_id, product_id)`.execute(trx)
    if (new Set(items.map(toKey)).size !== new Set(rows.map(toKey)).size) return refuse('notFound')
    if (isPicked)
      await sql`
        INSERT INTO picked_item (order_id, product_id, picked_at, user_id)
        SELECT DISTINCT order_id, product_id, ${now()}::timestamptz, ${userId}::integer FROM ${picked}
        ORDER BY order_id, product_id ON CONFLICT DO NOTHING`.execute(trx)
    else
      await sql`
        DELETE FROM picked_item USING ${picked}
        WHERE picked_item.order_id = r.order_id AND picked_item.product_id = r.product_id`.execute(trx)
    return {}
  })

const toKey = ({ order_id: orderId, product_id: productId }: PickedItem) => `${orderId} ${productId}`
