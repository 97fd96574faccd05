import { isoDate } from '#domain/format/date-format.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { RunningShop } from './running-shop.ts'

/** The month before the store's own, which may differ from that in UTC: yyyy-mm */
export const LAST_MONTH = plusDays(`${isoDate(new Date(), 'Europe/Helsinki').slice(0, 7)}-01`, -1).slice(0, 7)

/** A store whose terminal takes real money, and two receipts of 12.55 € on the tenth of last month. */
export async function sellLastMonth(shop: RunningShop, name: string): Promise<void> {
  const at = `${LAST_MONTH}-10T09:00:00Z`
  await shop.query(
    `WITH place AS (
       INSERT INTO store (name, address, latitude, longitude, published, payment_mode)
       VALUES ($1, 'Kylätie 1', 60.2, 23, true, 'terminal') RETURNING id
     ), machine AS (
       INSERT INTO terminal (store_id, name, provider) SELECT id, 'Pääte 9', 'jsonpos' FROM place RETURNING id
     ), paid AS (
       INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, created_at, paid_at)
       SELECT (SELECT min(id) FROM app_user), place.id, 'complete', 1255, 1000, $2::timestamptz, $2::timestamptz
       FROM place, generate_series(1, 2) RETURNING id
     ), tried AS (
       INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
         order_status_before, deadline_at, sent_at, outcome_at, string_code, source)
       SELECT paid.id, (SELECT min(id) FROM app_user), machine.id, 'closing-' || paid.id, 1255, 'EUR', 'APPROVED', 'checkout',
         $2::timestamptz, $2::timestamptz, $2::timestamptz, 'SUCCESS', 'live' FROM paid, machine RETURNING id, order_id
     ), notification AS (
       INSERT INTO order_event (order_id, to_status, actor, kind, attempt_id, outcome)
       SELECT order_id, 'complete', 'terminal', 'payment', id, 'SUCCESS' FROM tried
     )
     INSERT INTO order_line (order_id, product_version_id, product_id, quantity_thousandths, unit_price_cents, total_cents,
       rate_basis_points)
     SELECT paid.id, version.id, version.product_id, 1000, 1255, 1255, 2550
     FROM paid, (SELECT id, product_id FROM product_version ORDER BY id LIMIT 1) version`,
    [name, at],
  )
}
