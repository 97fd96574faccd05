import type { PoolClient } from 'pg'
import type { Sums } from './backup-format.ts'

/** Totals of the shop, for people to compare: the tables' hashes are stricter, but people don't recognise them. */
export async function shopSums(client: PoolClient): Promise<Sums> {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM app_user)::text AS users,
      (SELECT count(*) FROM store)::text AS stores,
      (SELECT count(*) FROM product)::text AS products,
      (SELECT count(*) FROM customer_order)::text AS orders,
      (SELECT count(*) FROM payment_attempt WHERE state IN ('APPROVED', 'MANUAL'))::text AS payments,
      (SELECT coalesce(sum(amount_cents), 0) FROM payment_attempt WHERE state IN ('APPROVED', 'MANUAL'))::text AS paid_cents,
      (SELECT coalesce(sum(amount_cents), 0) FROM refund WHERE state = 'DONE')::text AS refunded_cents,
      (SELECT coalesce(sum(quantity_thousandths), 0) FROM stock_move)::text AS stock_moved_thousandths`,
  )
  return rows[0] ?? {}
}
