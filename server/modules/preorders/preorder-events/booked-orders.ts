import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely } from 'kysely'

/** The pre-orders whose goods are booked and count towards caps: all except those at checkout and cancelled ones. */
export const bookedOrders = (db: Kysely<Database>) =>
  db
    .selectFrom('customer_order')
    .where('customer_order.preorder_event_id', 'is not', null)
    .where('customer_order.status', '!=', 'checkout')
    .where('customer_order.cancelled_at', 'is', null)
