import type { Client } from 'pg'

const CHUNK = 50_000
const SHOPPERS = 500
const YEARS = 3

/** Of so many orders one was given back in part, and one never learned what became of its payment. */
const REFUND_EVERY = 50
const ERROR_EVERY = 20_000

const ORDERS = `
  WITH goods AS (
    SELECT version.id AS version_id, product_id, price_cents FROM product_version version
    JOIN product ON product.id = product_id
    WHERE is_current AND product_type = 'standard' AND product_code_type = 'standard' AND least_age IS NULL
    ORDER BY product_id LIMIT 3),
  made AS (
    INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, created_at, updated_at, paid_at)
    SELECT users[1 + n % array_length(users, 1)], stores[1 + n % array_length(stores, 1)],
      CASE WHEN n % ${ERROR_EVERY} = 0 THEN 'error' ELSE 'complete' END, (SELECT sum(price_cents) FROM goods),
      (SELECT sum(price_cents) FROM goods) * 88 / 100, at, at, CASE WHEN n % ${ERROR_EVERY} > 0 THEN at END
    FROM generate_series($1::integer, $2::integer) n
    CROSS JOIN (SELECT array_agg(id) AS users FROM app_user WHERE email LIKE 'many-%') u
    CROSS JOIN (SELECT array_agg(id) AS stores FROM store) s
    CROSS JOIN LATERAL (SELECT now() - interval '${YEARS} years' * (1 - (n - $3) / $4::float) AS at) t
    RETURNING id, user_id, store_id, status, total_cents, created_at),
  lines AS (
    INSERT INTO order_line (order_id, product_version_id, product_id, quantity_thousandths, unit_price_cents,
      total_cents, rate_basis_points)
    SELECT made.id, version_id, product_id, 1000, price_cents, price_cents, 1350 FROM made CROSS JOIN goods)
  INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
    order_status_before, created_at, sent_at, deadline_at, outcome_at, string_code, source)
  SELECT made.id, user_id, (SELECT min(id) FROM terminal WHERE terminal.store_id = made.store_id), 'bench-' || made.id,
    total_cents, 'EUR', CASE status WHEN 'error' THEN 'UNRESOLVED' ELSE 'APPROVED' END, 'checkout', created_at,
    created_at, created_at + interval '2 minutes', CASE status WHEN 'error' THEN NULL ELSE created_at END,
    CASE status WHEN 'error' THEN 'UNKNOWN' ELSE 'SUCCESS' END, 'live'
  FROM made`

const REFUNDS = `
  WITH given AS (
    SELECT attempt.id, order_id, user_id, amount_cents, outcome_at FROM payment_attempt attempt
    WHERE state = 'APPROVED' AND order_id % ${REFUND_EVERY} = 0 AND order_id > $1),
  account AS (INSERT INTO refund_account (attempt_id, paid_cents, given_back_cents) SELECT id, amount_cents, 100 FROM given)
  INSERT INTO refund (kind, attempt_id, order_id, refund_key, amount_cents, currency, state, reason, asked_by, created_at,
    sent_at, outcome_at)
  SELECT 'refund', id, order_id, 'bench-' || id, 100, 'EUR', 'DONE', 'bench', user_id, outcome_at, outcome_at, outcome_at
  FROM given`

/** Adds paid orders of the last three years until there are so many, each with three lines and its payment. */
export async function growOrders(client: Client, orders: number): Promise<void> {
  // What refers to what is right by how it is made: checked row by row, a million orders would take minutes.
  await client.query('SET synchronous_commit = off; SET session_replication_role = replica')
  await client.query(
    `INSERT INTO app_user (email, is_verified, phone, language_id)
      SELECT 'many-' || n || '@puoti.example', true, '+35846' || (1000000 + n), 1002 FROM generate_series(1, $1) n
      ON CONFLICT DO NOTHING`,
    [SHOPPERS],
  )
  const { rows } = await client.query<{ n: number; last: number }>(
    'SELECT count(*)::integer AS n, coalesce(max(id), 0) AS last FROM customer_order',
  )
  const { n: before, last } = rows[0]!
  for (let from = before + 1; from <= orders; from += CHUNK) {
    await client.query(ORDERS, [from, Math.min(from + CHUNK - 1, orders), before + 1, orders - before])
  }
  await client.query(REFUNDS, [last])
  await client.query('VACUUM ANALYZE')
}
