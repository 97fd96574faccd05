import { sql } from 'kysely'
import { vatTotals } from '#domain/catalogue/vat.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** How long after a correction an order may still be priced by the old rate. */
export const CORRECTION_IN_FLIGHT_MS = 60_000

/**
 * The rate of a line is its class's rate when it is paid: an order that was priced on an earlier day, or before a rate was
 * corrected, gets today's. What the shopper pays stays the same, since prices include VAT. The caller has locked the order.
 */
export async function refreshVat(trx: Trx, { orderId, today }: { orderId: number; today: string }) {
  const lines = await sql<{ total_cents: number; rate_basis_points: number }>`
    UPDATE order_line SET rate_basis_points = (
      SELECT rate.rate_basis_points FROM vat_rate rate
      WHERE rate.vat_class_id = product_version.vat_class_id AND rate.valid_from <= ${today}::date
      ORDER BY rate.valid_from DESC LIMIT 1)
    FROM product_version
    WHERE order_line.order_id = ${orderId} AND product_version.id = order_line.product_version_id
    RETURNING order_line.total_cents, order_line.rate_basis_points`.execute(trx)
  const { netCents } = vatTotals(
    lines.rows.map(line => ({ totalCents: line.total_cents, rateBasisPoints: line.rate_basis_points })),
  )
  await trx.updateTable('customer_order').set({ net_cents: netCents }).where('id', '=', orderId).execute()
}
