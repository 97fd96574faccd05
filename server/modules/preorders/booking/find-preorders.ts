import { sql, type Kysely } from 'kysely'
import type { AttemptState } from '#domain/payments/attempt-states.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { wasPerishable } from './was-perishable.ts'

/** The user's pre-orders that wait for pick-up or payment, the soonest first. */
export const findOpenPreorders = (db: Kysely<Database>, userId: number) =>
  preorders(db)
    .where('mine.user_id', '=', userId)
    .where('mine.status', 'in', ['preorder_booked', 'preorder_delivered', 'payment_pending', 'error'])
    .where('mine.cancelled_at', 'is', null)
    .orderBy('event.start_date')
    .orderBy('mine.id')
    .execute()

/** Any user's pre-order, in any status. */
export const findPreorder = (db: Kysely<Database>, orderId: number) =>
  preorders(db).where('mine.id', '=', orderId).executeTakeFirst()

export type PreorderRow = NonNullable<Awaited<ReturnType<typeof findPreorder>>>

const ATTEMPTS = sql<AttemptState[]>`ARRAY(SELECT state FROM payment_attempt WHERE order_id = mine.id)`

const REPLACED_BY = sql<number | null>`(SELECT follower.id FROM customer_order follower
  WHERE follower.replaces_order_id = mine.id AND follower.booked_at IS NOT NULL LIMIT 1)`

/** The products that a withdrawal could cover: neither perishable when they were ordered nor refunded already. */
const WITHDRAWABLE = sql<number[]>`ARRAY(
  SELECT order_line.product_id FROM order_line JOIN product ON product.id = order_line.product_id
  WHERE order_line.order_id = mine.id AND NOT ${wasPerishable}
    AND order_line.given_back_thousandths < order_line.quantity_thousandths
  ORDER BY order_line.product_id)`

/** The facts of a pre-order that other orders don't have. */
const preorders = (db: Kysely<Database>) =>
  db
    .selectFrom('customer_order as mine')
    .innerJoin('preorder_event as event', 'event.id', 'mine.preorder_event_id')
    .innerJoin('store', 'store.id', 'mine.store_id')
    .leftJoin('preorder_withdrawal as withdrawal', 'withdrawal.order_id', 'mine.id')
    .select(['mine.id', 'mine.user_id', 'mine.status', 'mine.cancelled_at', 'mine.paid_at', 'mine.booked_at'])
    .select(['event.id as eventId', 'event.names', 'event.start_date', 'event.end_date', 'event.order_until'])
    .select(['event.status as eventStatus', 'store.time_zone', 'withdrawal.made_at', 'withdrawal.product_ids'])
    .select([ATTEMPTS.as('attempts'), REPLACED_BY.as('replacedBy'), WITHDRAWABLE.as('withdrawableIds')])
