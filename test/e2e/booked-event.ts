import { MATHILDEDAL, newPerson, TEIJO } from './people.ts'
import { openEvent } from './preorders.ts'
import type { RunningShop } from './running-shop.ts'

const NAMES = { en: 'Christmas fish', fi: 'Joulukala', sv: 'Julfisk' }
const CAPS = { 'Whole rainbow trout': 30, 'Whitefish fillet': null, 'Bucket of honey': 12 }

export type BookedEvent = { id: number; storeId: number; shoppers: string[]; supplier: { id: number; name: string } }

/** An event with bookings of two shoppers in one store and of one in another; its fishmonger has an address. */
export async function bookEvent(shop: RunningShop, { startsInDays = 7 } = {}): Promise<BookedEvent> {
  const id = await openEvent(shop, { names: NAMES, caps: CAPS, stores: [MATHILDEDAL, TEIJO], startsInDays })
  const shoppers: string[] = []
  for (const store of [MATHILDEDAL, MATHILDEDAL, TEIJO]) {
    const person = newPerson()
    shoppers.push(person.email)
    await book(shop, { eventId: id, store, ...person })
  }
  await shop.query(
    `UPDATE preorder_event_item item SET booked_thousandths = (
       SELECT coalesce(sum(quantity_thousandths), 0) FROM order_line JOIN customer_order mine ON mine.id = order_id
       WHERE mine.preorder_event_id = $1 AND order_line.product_id = item.product_id)
     WHERE event_id = $1`,
    [id],
  )
  const [supplier = { id: 0, name: '' }] = await shop.query<{ id: number; name: string }>(
    `UPDATE supplier SET email = 'fish-' || $1::int || '@example.fi' WHERE id = (
       SELECT supplier_id FROM product JOIN product_version version ON version.product_id = product.id
       WHERE version.names->>'en' = 'Whole rainbow trout' LIMIT 1) RETURNING id, name`,
    [id],
  )
  const [{ id: storeId } = { id: 0 }] = await shop.query<{ id: number }>(`SELECT id FROM store WHERE name = $1`, [
    MATHILDEDAL,
  ])
  return { id, storeId, shoppers, supplier }
}

type Booking = { eventId: number; store: string; email: string; phone: string }

/** Two of the first product and one of each other. */
const book = (shop: RunningShop, { eventId, store, email, phone }: Booking) =>
  shop.query(
    `WITH shopper AS (
       INSERT INTO app_user (email, phone, is_verified, language_id)
       SELECT $2, $4, true, id FROM language WHERE code = 'en' RETURNING id
     ), goods AS (
       SELECT version.id AS version_id, version.product_id, version.price_cents, item.position,
         CASE item.position WHEN 0 THEN 2 ELSE 1 END AS pieces,
         (SELECT rate_basis_points FROM vat_rate rate WHERE rate.vat_class_id = version.vat_class_id
            AND valid_from <= current_date ORDER BY valid_from DESC LIMIT 1) AS rate
       FROM preorder_event_item item
       JOIN product_version version ON version.product_id = item.product_id AND version.is_current
       WHERE item.event_id = $1
     ), booked AS (
       INSERT INTO customer_order (user_id, store_id, order_type, status, total_cents, net_cents, preorder_event_id, booked_at)
       SELECT shopper.id, (SELECT id FROM store WHERE name = $3), 'preorder', 'preorder_booked',
         (SELECT sum(price_cents * pieces) FROM goods), (SELECT sum(price_cents * pieces) FROM goods) * 8 / 10, $1, now()
       FROM shopper RETURNING id
     ), notification AS (
       INSERT INTO order_event (order_id, from_status, to_status, actor, kind)
       SELECT id, 'checkout', 'preorder_booked', 'shopper', 'booked' FROM booked
     )
     INSERT INTO order_line (order_id, product_version_id, product_id, quantity_thousandths, unit_price_cents, total_cents,
       rate_basis_points)
     SELECT booked.id, version_id, product_id, pieces * 1000, price_cents, price_cents * pieces, rate FROM booked, goods`,
    [eventId, email, store, phone],
  )
