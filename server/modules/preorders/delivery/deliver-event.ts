import { sql } from 'kysely'
import { HOLDS_ORDER } from '#domain/payments/attempt-states.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { notifyDelivered } from './notify-delivered.ts'

/**
 * Orders per transaction, plus the other orders of the last shopper. Small, so that a shopper who pays one of them doesn't wait
 * long.
 */
const CHUNK_SIZE = 500

type DeliverInput = { eventId: number; storeId: number; author: Author; origin: string }

/**
 * Marks everything of an event that is booked at a store as delivered: status, histories and emails in one transaction, or for
 * thousands of orders in one per chunk. A shopper's orders are in one chunk: if a server dies between two, each shopper either
 * has one email about all orders or gets it from the next call. Orders that are being paid are left for that call too.
 */
export async function deliverEvent(context: Context, delivery: DeliverInput) {
  if (!(await isThere(context.db, delivery))) return refuse('notFound')
  const sum = { delivered: 0, notified: 0 }
  for (let afterUser = 0; ;) {
    const done = await inTransaction(context.db, trx => deliverSome(context, trx, { ...delivery, afterUser }))
    sum.delivered += done.delivered
    sum.notified += done.notified
    if (done.lastUser === undefined) return { ...sum, skipped: done.skipped }
    afterUser = done.lastUser
  }
}

async function isThere(db: Db, { eventId, storeId }: DeliverInput): Promise<boolean> {
  const event = await db.selectFrom('preorder_event').select('id').where('id', '=', eventId).executeTakeFirst()
  const store = await db.selectFrom('store').select('id').where('id', '=', storeId).executeTakeFirst()
  return event !== undefined && store !== undefined
}

/** Orders of shoppers with ids above `afterUser`. */
type DeliveryChunk = DeliverInput & { afterUser: number }

async function deliverSome(context: Context, trx: Trx, delivery: DeliveryChunk) {
  const { eventId, storeId, author } = delivery
  const { userId, at } = author
  await lockDelivery(trx, delivery)
  const lastUser = await lastOfChunk(trx, delivery)
  const orderIds = await markDelivered(trx, { ...delivery, lastUser })
  const notified = await notifyDelivered(context, trx, { ...delivery, orderIds })
  if (orderIds.length > 0) {
    const change = { kind: 'delivered', from: 'preorder_booked', to: 'preorder_delivered' } as const
    await recordOrderEvents(
      trx,
      orderIds.map(orderId => ({ orderId, ...change, actor: 'admin', userId, at })),
    )
    const after = { delivered: { store_id: storeId, orders: orderIds.length } }
    await recordChange(trx, { kind: 'preorder_event', id: eventId, before: {}, after, author })
  }
  return { delivered: orderIds.length, notified, skipped: await countSkipped(trx, delivery), lastUser }
}

/**
 * Serialises concurrent calls: the second finds nothing left. Locks the admin's own row first, which the histories refer to: a
 * transaction that holds a user may wait for that user's orders, never the other way round.
 */
async function lockDelivery(trx: Trx, { eventId, storeId, author }: DeliverInput): Promise<void> {
  await trx.selectFrom('app_user').select('id').where('id', '=', author.userId).forKeyShare().execute()
  await trx
    .selectFrom('preorder_event_store')
    .select('store_id')
    .where('event_id', '=', eventId)
    .where('store_id', '=', storeId)
    .forNoKeyUpdate()
    .execute()
}

const HOLDING_STATES = sql.join(HOLDS_ORDER.map(state => sql.lit(state)))

const isDue = ({ eventId, storeId, afterUser }: DeliveryChunk) => sql`
  preorder_event_id = ${eventId} AND store_id = ${storeId} AND status = 'preorder_booked' AND cancelled_at IS NULL
  AND user_id > ${afterUser}`

/** The shopper whose orders fill a chunk; undefined when all that are left fit in it. */
async function lastOfChunk(trx: Trx, chunk: DeliveryChunk): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM customer_order WHERE ${isDue(chunk)}
    ORDER BY user_id LIMIT 1 OFFSET ${sql.lit(CHUNK_SIZE - 1)}`.execute(trx)
  return rows[0]?.user_id
}

/** Skips locked orders: they are being paid, changed or cancelled. */
async function markDelivered(
  trx: Trx,
  { lastUser, ...chunk }: DeliveryChunk & { lastUser: number | undefined },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH chosen AS (
      SELECT id FROM customer_order
      WHERE ${isDue(chunk)} AND user_id <= coalesce(${lastUser ?? null}::integer, user_id)
        AND NOT EXISTS (SELECT 1 FROM payment_attempt WHERE order_id = customer_order.id AND state IN (${HOLDING_STATES}))
      ORDER BY user_id, id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE customer_order SET status = 'preorder_delivered', updated_at = ${chunk.author.at}
    FROM chosen WHERE customer_order.id = chosen.id
    RETURNING customer_order.id`.execute(trx)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Orders that are neither delivered nor paid nor cancelled. */
async function countSkipped(trx: Trx, { eventId, storeId }: DeliverInput): Promise<number> {
  const { count } = await trx
    .selectFrom('customer_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('preorder_event_id', '=', eventId)
    .where('store_id', '=', storeId)
    .where('status', 'in', ['preorder_booked', 'payment_pending', 'error'])
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
