import type { RunningShop } from './running-shop.ts'

/**
 * Paid orders of today, and of the same day a week ago: some in each hour so far, alternating between stores. They are paid at
 * card terminals: where there is one, test payments don't count as sales, and another test of this shop may add one.
 */
export async function sellAllDay(shop: RunningShop, email: string): Promise<void> {
  await shop.query(
    `INSERT INTO terminal (store_id, name, provider, retired_at) SELECT id, 'kortti', 'jsonpos', now() FROM store`,
    [],
  )
  await shop.query(
    `WITH sold AS (
      INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, paid_at)
      SELECT app_user.id, stores[1 + n % array_length(stores, 1)], 'complete', 300 + (n * (37 + ago * 5)) % (900 + ago * 40), 0, at
      FROM app_user, (SELECT array_agg(id ORDER BY id) AS stores FROM store) s, generate_series(1, 60) n,
        unnest(ARRAY[0, 7]) AS ago,
        LATERAL (SELECT now() - ago * interval '1 day' - (n * 13 % 11) * interval '1 hour' - n * interval '1 second' AS at) t
      WHERE email = $1 RETURNING *)
    INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
        order_status_before, deadline_at, outcome_at, string_code)
      SELECT id, user_id, (SELECT max(id) FROM terminal WHERE store_id = sold.store_id), 'day-' || id, total_cents, 'EUR',
        'APPROVED', 'checkout', paid_at, paid_at, 'SUCCESS' FROM sold`,
    [email],
  )
}

/** A code that shoppers of a store scanned and the shop does not have. */
export const meetUnknownCode = (shop: RunningShop, code: string, storeName: string) =>
  shop.query(
    `INSERT INTO unknown_code_report (store_id, code, user_id, reports, first_at, last_at)
      SELECT store.id, $1, (SELECT min(id) FROM app_user), 5, now(), now() FROM store WHERE name = $2`,
    [code, storeName],
  )

/** An order with an unresolved payment. */
export const failOrder = (shop: RunningShop, email: string) =>
  shop.query(
    `WITH doubtful AS (
      INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents)
      SELECT app_user.id, (SELECT min(id) FROM store), 'error', 500, 0 FROM app_user WHERE email = $1 RETURNING *)
    INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
        order_status_before, created_at, deadline_at)
      SELECT id, user_id, (SELECT min(id) FROM terminal WHERE store_id = doubtful.store_id), 'doubt-' || id, 500, 'EUR',
        'UNRESOLVED', 'checkout', now() - interval '3 days', now() - interval '3 days' FROM doubtful`,
    [email],
  )

/** Resolves the same orders as not charged. */
export async function forgetFailed(shop: RunningShop, email: string): Promise<void> {
  const condition = `user_id = (SELECT id FROM app_user WHERE email = $1)`
  await shop.query(`UPDATE payment_attempt SET state = 'NOT_PROCESSED' WHERE state = 'UNRESOLVED' AND ${condition}`, [
    email,
  ])
  await shop.query(`UPDATE customer_order SET cancelled_at = now() WHERE status = 'error' AND ${condition}`, [email])
}
