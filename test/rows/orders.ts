import type { Insertable } from 'kysely'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { addEvent } from './preorder-events.ts'

/** A database, or a transaction as `{ kysely: trx }`. */
type Rows = Pick<DatabaseHandle, 'kysely'>

type OrderRow<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

/** Adds a shopper's row; returns the id. */
export async function addShopper({ kysely: db }: Rows, user: OrderRow<'app_user'> = {}): Promise<number> {
  const phone = `+35847${Math.floor(Math.random() * 1e9)}`
  const plain = { email: `${phone.slice(1)}@puoti.example`, phone, is_verified: true, language_id: 1001 }
  const added = await db
    .insertInto('app_user')
    .values({ ...plain, ...user })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}

type NewOrder = OrderRow<'customer_order'> & {
  user_id: number
  store_id: number
  /** One piece of each. */
  products?: readonly number[]
}

/**
 * Adds an order in any status, with its order event; returns its id. A pre-order without an event gets a new one, and its
 * products are booked in the event unless it is at checkout or cancelled.
 */
export async function addOrder({ kysely: db }: Rows, order: NewOrder): Promise<number> {
  const { products = [], status = 'checkout', total_cents = 100 * products.length, ...columns } = order
  const caps = new Map(products.map(product => [product, null]))
  const isNewEvent = columns.order_type === 'preorder' && columns.preorder_event_id == null
  const preorder_event_id = isNewEvent
    ? await addEvent(db, { stores: [columns.store_id], caps })
    : columns.preorder_event_id
  const { id, cancelled_at } = await db
    .insertInto('customer_order')
    .values({ status, total_cents, net_cents: total_cents, ...columns, preorder_event_id })
    .returning(['id', 'cancelled_at'])
    .executeTakeFirstOrThrow()
  for (const product_id of products) {
    const version = await db
      .selectFrom('product_version')
      .innerJoin('product', 'product.id', 'product_version.product_id')
      .select(['product_version.id', 'product.perishable'])
      .where('product_id', '=', product_id)
      .where('is_current', '=', true)
      .executeTakeFirstOrThrow()
    const { id: product_version_id, perishable } = version
    const price = { unit_price_cents: 100, total_cents: 100, rate_basis_points: 1350 }
    const line = { order_id: id, product_id, product_version_id, quantity_thousandths: 1000, perishable, ...price }
    await db.insertInto('order_line').values(line).execute()
  }
  const to_status = cancelled_at ? 'cancelled' : status
  const event = { order_id: id, to_status, actor: 'shopper', kind: 'status_changed' } as const
  const isBooked = status !== 'checkout' && !cancelled_at
  if (preorder_event_id != null && isBooked && products.length > 0)
    await db
      .updateTable('preorder_event_item')
      .set(item => ({ booked_thousandths: item('booked_thousandths', '+', 1000) }))
      .where('event_id', '=', preorder_event_id)
      .where('product_id', 'in', products)
      .execute()
  if (status !== 'checkout' || cancelled_at) await db.insertInto('order_event').values(event).execute()
  return id
}

/** What happened to an order, the oldest first. */
export const listOrderEvents = ({ kysely: db }: DatabaseHandle, orderId: number) =>
  db.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
