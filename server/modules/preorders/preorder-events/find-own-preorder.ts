import type { Kysely, Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { canChangePreorder, type Quantities } from '#domain/preorders/preorder-event.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Wanted = { orderId: number; userId: number; eventId: number; now: Date }

/** A shopper's pre-order with everything that decides its allowed steps; undefined for another shopper's. */
export const findOwnPreorder = (db: Kysely<Database>, { orderId, userId }: { orderId: number; userId: number }) =>
  db
    .selectFrom('customer_order')
    .innerJoin('preorder_event', 'preorder_event.id', 'customer_order.preorder_event_id')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .select(['customer_order.id', 'customer_order.status', 'customer_order.cancelled_at as cancelledAt'])
    .select(['preorder_event.id as eventId', 'preorder_event.status as eventStatus', 'store.time_zone as timeZone'])
    .select(['preorder_event.start_date as startDate', 'preorder_event.order_until as orderUntil'])
    .select(order => [
      jsonArrayFrom(
        order
          .selectFrom('order_line')
          .select(['product_id', 'quantity_thousandths'])
          .whereRef('order_id', '=', 'customer_order.id'),
      ).as('lines'),
      jsonArrayFrom(
        order.selectFrom('payment_attempt').select('state').whereRef('order_id', '=', 'customer_order.id'),
      ).as('attempts'),
    ])
    .where('customer_order.id', '=', orderId)
    .where('customer_order.user_id', '=', userId)
    .executeTakeFirst()
export type OwnPreorder = NonNullable<Awaited<ReturnType<typeof findOwnPreorder>>>

/** The facts of the row that the rules use. */
export const atHand = ({ status, cancelledAt, attempts, timeZone, ...row }: OwnPreorder) => ({
  status,
  cancelledAt,
  attempts: attempts.map(({ state }) => state),
  timeZone,
  event: { status: row.eventStatus, startDate: row.startDate, orderUntil: row.orderUntil },
})

/** The user's own booked pre-order of the same event, as long as another may replace it; null when it may not. */
export async function findReplaceable(
  db: Kysely<Database> | Transaction<Database>,
  { now, eventId, ...whose }: Wanted,
) {
  const row = await findOwnPreorder(db, whose)
  return row && row.eventId === eventId && canChangePreorder(atHand(row), now) ? row : null
}

type Line = { product_id: number; quantity_thousandths: number }

export const quantitiesOf = (lines: readonly Line[]): Quantities =>
  new Map(lines.map(line => [line.product_id, line.quantity_thousandths]))
