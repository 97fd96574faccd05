import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import {
  type EventItem,
  overLimits,
  type ProductQuantities,
  canChangePreorder,
} from '#domain/preorders/preorder-event.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

/** What an event sells, in its order, without disabled and recalled products. */
const itemsOfEvent = (event: ExpressionBuilder<Database, 'preorder_event'>) =>
  jsonArrayFrom(
    event
      .selectFrom('preorder_event_item as item')
      .innerJoin('product', 'product.id', 'item.product_id')
      .select(['item.product_id as productId', 'item.cap_thousandths as capThousandths'])
      .select('item.booked_thousandths as bookedThousandths')
      .select('item.per_shopper_thousandths as perShopperThousandths')
      .whereRef('item.event_id', '=', 'preorder_event.id')
      .where('product.enabled', '=', true)
      .where('product.recalled_at', 'is', null)
      .where('product.product_type', '=', 'preorder')
      .orderBy('item.position')
      .orderBy('item.product_id'),
  )

const eventColumns = ['preorder_event.id', 'preorder_event.status', 'start_date as startDate'] as const
const eventTimes = ['end_date as endDate', 'order_until as orderUntil'] as const

/** The events that are open, the soonest first, with the published stores that take pre-orders. */
export const findOpenEvents = (db: Db) =>
  db
    .selectFrom('preorder_event')
    .select([...eventColumns, ...eventTimes, 'names', 'descriptions'])
    .select(event =>
      jsonArrayFrom(
        event
          .selectFrom('preorder_event_store as place')
          .innerJoin('store', 'store.id', 'place.store_id')
          .select(['store.id', 'store.name', 'store.time_zone as timeZone'])
          .whereRef('place.event_id', '=', 'preorder_event.id')
          .where('store.published', '=', true)
          .where('store.enable_preorders', '=', true),
      ).as('stores'),
    )
    .select(event => itemsOfEvent(event).as('items'))
    .where('preorder_event.status', '=', 'open')
    .orderBy('start_date')
    .orderBy('preorder_event.id')
    .execute()
export type OpenEvent = Awaited<ReturnType<typeof findOpenEvents>>[number]

/** What an event sells and how much of it is booked; undefined for a draft, as for one that does not exist. */
export async function findItems(db: Db, eventId: number): Promise<EventItem[] | undefined> {
  const event = await db
    .selectFrom('preorder_event')
    .select(each => itemsOfEvent(each).as('items'))
    .where('preorder_event.id', '=', eventId)
    .where('preorder_event.status', '<>', 'draft')
    .executeTakeFirst()
  return event?.items
}

type EventPlace = { eventId: number; storeId: number }

/** An event and one store, and whether the store takes its orders: everything that decides whether ordering there is allowed. */
export const findEventInStore = (db: Db, { eventId, storeId }: EventPlace) =>
  db
    .selectFrom('preorder_event')
    .innerJoin('store', join => join.on('store.id', '=', storeId))
    .select([...eventColumns, ...eventTimes])
    .select(['store.time_zone as timeZone', 'store.sells_age_restricted as sellsAgeRestricted'])
    .select(({ and, eb, exists, selectFrom }) =>
      and([
        eb('store.published', '=', true),
        eb('store.enable_preorders', '=', true),
        exists(
          selectFrom('preorder_event_store as place')
            .select('place.store_id')
            .whereRef('place.event_id', '=', 'preorder_event.id')
            .whereRef('place.store_id', '=', 'store.id'),
        ),
      ])
        .$castTo<boolean>()
        .as('isThere'),
    )
    .select(event => itemsOfEvent(event).as('items'))
    .where('preorder_event.id', '=', eventId)
    .executeTakeFirst()

type BookedQuery = { userId: number; eventIds: readonly number[]; exceptOrderId?: number | undefined }

/**
 * What a shopper has booked in some events: thousandths by product, for each event. `exceptOrderId`: a pre-order that is not
 * counted.
 */
export async function findBookedByShopper(
  db: Db,
  { userId, eventIds, exceptOrderId }: BookedQuery,
): Promise<Map<number, ProductQuantities>> {
  const rows = await bookedOrders(db)
    .innerJoin('order_line', 'order_line.order_id', 'customer_order.id')
    .select(['customer_order.preorder_event_id as eventId', 'order_line.product_id as productId'])
    .select(sql<number>`sum(order_line.quantity_thousandths)::bigint`.as('thousandths'))
    .where('customer_order.user_id', '=', userId)
    .where('customer_order.preorder_event_id', '=', anyId(eventIds))
    .$if(exceptOrderId !== undefined, rest => rest.where('customer_order.id', '<>', exceptOrderId ?? 0))
    .groupBy(['customer_order.preorder_event_id', 'order_line.product_id'])
    .execute()
  return new Map(
    eventIds.map(eventId => [
      eventId,
      new Map(rows.filter(row => row.eventId === eventId).map(row => [row.productId, row.thousandths])),
    ]),
  )
}

type OverLimitQuery = {
  userId: number
  eventId: number
  items: readonly EventItem[]
  quantities: ProductQuantities
  exceptOrderId?: number | undefined
}

/** The products of which a shopper would exceed the event's limit per shopper. Runs no query when no limit is set. */
export async function findOverLimits(db: Db, { userId, eventId, items, quantities, exceptOrderId }: OverLimitQuery) {
  if (items.every(item => item.perShopperThousandths === null)) return []
  const booked = await findBookedByShopper(db, { userId, eventIds: [eventId], exceptOrderId })
  return overLimits(quantities, { items, booked: booked.get(eventId) ?? new Map() })
}

/** The pre-orders whose goods are booked and count towards caps: all except those at checkout and cancelled ones. */
export const bookedOrders = (db: Db) =>
  db
    .selectFrom('customer_order')
    .where('customer_order.preorder_event_id', 'is not', null)
    .where('customer_order.status', '!=', 'checkout')
    .where('customer_order.cancelled_at', 'is', null)

type FindReplaceableInput = { orderId: number; userId: number; eventId: number; now: Date }

/** A shopper's pre-order with everything that decides its allowed steps; undefined for another shopper's. */
export const findOwnPreorder = (db: Db, { orderId, userId }: { orderId: number; userId: number }) =>
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
type OwnPreorder = NonNullable<Awaited<ReturnType<typeof findOwnPreorder>>>

/** The facts of the row that the rules use. */
export const atHand = ({ status, cancelledAt, attempts, timeZone, ...row }: OwnPreorder) => ({
  status,
  cancelledAt,
  attempts: attempts.map(({ state }) => state),
  timeZone,
  event: { status: row.eventStatus, startDate: row.startDate, orderUntil: row.orderUntil },
})

/** The user's own booked pre-order of the same event, as long as another may replace it; null when it may not. */
export async function findReplaceable(db: Db, { now, eventId, ...whose }: FindReplaceableInput) {
  const row = await findOwnPreorder(db, whose)
  return row && row.eventId === eventId && canChangePreorder(atHand(row), now) ? row : null
}

type ItemQuantity = { product_id: number; quantity_thousandths: number }

export const toQuantities = (lines: readonly ItemQuantity[]): ProductQuantities =>
  new Map(lines.map(line => [line.product_id, line.quantity_thousandths]))
