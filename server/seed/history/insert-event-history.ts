import { sql } from 'kysely'
import { MINUTE_MS, DAY_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import { toInstant, plusDays } from '#domain/zoned-time.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { PAST_EVENTS } from '#server/seed/demo-data/past.ts'
import type { DemoShop, DemoEvent, StoreKey } from '#server/seed/demo-data/types.ts'
import type { Ids } from '#server/seed/ids.ts'
import type { GeneratedOrder } from './generated-order.ts'
import { type SeededIds, requireFound } from './insert-orders.ts'
import { makePreorders } from './make-preorders.ts'
import type { SalesInput } from './make-sales.ts'

/** A pre-order is booked from this many days before its event until so many. */
const BOOKING_DAYS = { first: 12, last: 2 }

/** Of the events that are open now. */
const OPEN_PREORDERS = [7, 3]

export type SeededShop = {
  demo: DemoShop
  now: Date
  storeIds: Ids<StoreKey>
  productIds: Ids<string>
  currency: string
  insertEvent: (trx: Trx, event: DemoEvent, status: 'open' | 'closed') => Promise<number>
}

type EventsInput = SeededShop & { belonging: SeededIds }

/** The events that are over, with their pre-orders and the orders to their suppliers, and pre-orders of the open ones. */
export async function insertEvents(
  trx: Trx,
  past: SalesInput,
  { demo, now, insertEvent, belonging }: EventsInput,
): Promise<GeneratedOrder[]> {
  const today = shopDate(now)
  const orders: GeneratedOrder[] = []
  const startDay = (event: DemoEvent) => plusDays(today, event.startsInDays)
  const toBooking = (event: DemoEvent) => ({
    startDate: startDay(event),
    from: toInstant(plusDays(startDay(event), -BOOKING_DAYS.first), 12 * 60, 'Europe/Helsinki'),
    until: toInstant(plusDays(startDay(event), -BOOKING_DAYS.last), 18 * 60, 'Europe/Helsinki'),
  })
  for (const event of PAST_EVENTS) {
    const eventId = await insertEvent(trx, event, 'closed')
    const booking = toBooking(event)
    const made = makePreorders(past, { event, eventId, count: event.preorders, ...booking })
    await insertSupplierOrders(trx, made, { eventId, belonging, at: booking.until + 40 * MINUTE_MS })
    orders.push(...made)
  }
  const open = await trx.selectFrom('preorder_event').select('id').where('status', '=', 'open').orderBy('id').execute()
  for (const [index, event] of demo.preorderEvents.entries()) {
    const eventId = requireFound(open[index], 'an open event').id
    const booking = { startDate: startDay(event), from: past.now - 2 * DAY_MS, until: past.now }
    orders.push(...makePreorders(past, { event, eventId, count: OPEN_PREORDERS[index] ?? 0, ...booking }))
  }
  return orders
}

type SupplierOrdersInput = { eventId: number; belonging: SeededIds; at: number }

async function insertSupplierOrders(
  trx: Trx,
  made: readonly GeneratedOrder[],
  { eventId, belonging, at }: SupplierOrdersInput,
) {
  const lines = made.flatMap(order => order.lines)
  const bySupplier = Map.groupBy(lines, ({ product }) => product.supplier)
  for (const supplierLines of bySupplier.values()) {
    const sums = Map.groupBy(supplierLines, ({ product }) => belonging.productIds.getId(product.key))
    const ordered = [...sums].map(([product_id, parts]) => ({
      product_id,
      quantity_thousandths: parts.reduce((sum, part) => sum + part.quantityThousandths, 0),
    }))
    await sql`
      INSERT INTO supplier_order (event_id, supplier_id, sent_to, lines, user_id, created_at)
      SELECT ${eventId}::integer, supplier.id, supplier.email, ${JSON.stringify(ordered)}::jsonb,
        ${belonging.adminId}::integer, ${new Date(at)}::timestamptz
      FROM supplier JOIN product ON product.supplier_id = supplier.id
      WHERE product.id = ${requireFound(ordered[0], 'a line').product_id}::integer`.execute(trx)
  }
}

export const countBooked = (trx: Trx) =>
  sql`
    UPDATE preorder_event_item item SET booked_thousandths = booked.sum
    FROM (
      SELECT preorder_event_id, product_id, sum(quantity_thousandths) AS sum
      FROM customer_order JOIN order_line ON order_line.order_id = customer_order.id
      WHERE preorder_event_id IS NOT NULL AND status <> 'checkout' AND cancelled_at IS NULL GROUP BY 1, 2) booked
    WHERE item.event_id = booked.preorder_event_id AND item.product_id = booked.product_id`.execute(trx)
