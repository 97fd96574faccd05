import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely } from 'kysely'

/** The pre-orders whose goods are booked, which is what caps count: all but those at checkout and those that were cancelled. */
export const bookedOrders = (db: Kysely<Database>) =>
  db
    .selectFrom('customer_order')
    .where('customer_order.preorder_event_id', 'is not', null)
    .where('customer_order.status', '!=', 'checkout')
    .where('customer_order.cancelled_at', 'is', null)
