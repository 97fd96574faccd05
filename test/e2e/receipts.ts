import type { RunningShop } from './running-shop.ts'

/** Refunds one piece of each line of a paid order, as a refund of the shop would; returns its id. */
export async function refundOne(shop: RunningShop, orderId: number): Promise<number> {
  await shop.query(
    `INSERT INTO refund_account (attempt_id, paid_cents) SELECT id, amount_cents FROM payment_attempt
     WHERE order_id = $1 AND state = 'APPROVED'`,
    [orderId],
  )
  const [{ id } = { id: 0 }] = await shop.query<{ id: number }>(
    `WITH parts AS (
       SELECT id, rate_basis_points, (total_cents * 1000 / quantity_thousandths)::integer AS cents
       FROM order_line WHERE order_id = $1
     ), back AS (
       INSERT INTO refund (kind, attempt_id, order_id, refund_key, amount_cents, currency, state, reason, requested_by, sent_at,
         outcome_at, receipt_text, source)
       SELECT 'refund', attempt.id, $1, 'one-of-' || $1, (SELECT sum(cents) FROM parts), 'EUR', 'DONE', 'spoiled',
         attempt.user_id, now(), now(), 'TEST MODE' || chr(10) || 'REFUND', 'live'
       FROM payment_attempt attempt WHERE attempt.order_id = $1 AND attempt.state = 'APPROVED' RETURNING id
     ), lines AS (
       INSERT INTO refund_line (refund_id, order_line_id, quantity_thousandths, amount_cents)
       SELECT back.id, parts.id, 1000, cents FROM back, parts
     ), vat AS (
       INSERT INTO refund_vat (refund_id, rate_basis_points, gross_cents, vat_cents)
       SELECT back.id, rate_basis_points, sum(cents), round(sum(cents) * rate_basis_points / (10000.0 + rate_basis_points))
       FROM back, parts GROUP BY 1, 2
     ), account AS (
       UPDATE refund_account SET refunded_cents = (SELECT sum(cents) FROM parts)
       WHERE attempt_id = (SELECT id FROM payment_attempt WHERE order_id = $1 AND state = 'APPROVED')
     )
     SELECT id FROM back`,
    [orderId],
  )
  await shop.query(
    `UPDATE order_line SET refunded_thousandths = 1000,
       refunded_cents = (total_cents * 1000 / quantity_thousandths)::integer WHERE order_id = $1`,
    [orderId],
  )
  await shop.query(
    `INSERT INTO receipt (order_id, refund_id, operator_name, business_id, operator_address, operator_email, operator_phone,
       store_name, store_address, time_zone)
     SELECT order_id, $2, operator_name, business_id, operator_address, operator_email, operator_phone, store_name,
       store_address, time_zone FROM receipt WHERE order_id = $1 AND refund_id IS NULL`,
    [orderId, id],
  )
  return id
}
