import { sql } from 'kysely'
import { totals } from '#domain/catalogue/vat.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** `correctedAt`: when a wrong rate was last corrected. */
type PricedOrder = { id: number; pricedAt: Date; correctedAt: Date | null; now: Date }

/** How long after a correction an order may still be priced by the old rate. */
export const CORRECTION_IN_FLIGHT_MS = 60_000

export const newestCorrection = sql<Date | null>`(SELECT max(corrected_at) FROM vat_class)`

/**
 * The rate of a line is its class's rate when it is paid: an order that was priced on an earlier day, or before a rate was
 * corrected, gets today's. What the shopper pays stays the same, since prices include VAT.
 */
export async function refreshVat(trx: Trx, { correctedAt, ...order }: PricedOrder) {
  const today = shopDate(order.now)
  const isCorrected = correctedAt !== null && order.pricedAt.getTime() < correctedAt.getTime() + CORRECTION_IN_FLIGHT_MS
  if (shopDate(order.pricedAt) === today && !isCorrected) return
  const lines = await sql<{ total_cents: number; rate_basis_points: number }>`
    UPDATE order_line SET rate_basis_points = (
      SELECT rate.rate_basis_points FROM vat_rate rate
      WHERE rate.vat_class_id = product_version.vat_class_id AND rate.valid_from <= ${today}::date
      ORDER BY rate.valid_from DESC LIMIT 1)
    FROM product_version
    WHERE order_line.order_id = ${order.id} AND product_version.id = order_line.product_version_id
    RETURNING order_line.total_cents, order_line.rate_basis_points`.execute(trx)
  const { netCents } = totals(
    lines.rows.map(line => ({ totalCents: line.total_cents, rateBasisPoints: line.rate_basis_points })),
  )
  await trx.updateTable('customer_order').set({ net_cents: netCents }).where('id', '=', order.id).execute()
}
