import { sql } from 'kysely'
import { dayText } from '#domain/format/day-text.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { isInClockSpan } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findReducedSales } from './margin-rows.ts'
import { findProducts, findWaste, type FoundRow } from './report-rows.ts'
import { type SalesQuery, salesSpans } from './sales-rows.ts'

/** What was sold at a price that the date reduced, which avoided waste, and what was thrown away all the same. */
export async function findMarkdowns(db: Db, query: SalesQuery): Promise<FoundRow[]> {
  const [sales, waste] = [await findReducedSales(db, query), await findWaste(db, query)]
  const valueByKey = new Map(waste.map(({ key, value }) => [key, value]))
  const wastedOnly = waste.filter(({ key }) => sales.every(sale => sale.key !== key))
  return [
    ...sales.map(row => ({ ...row, discount: row.full - row.rescued, waste: valueByKey.get(row.key) ?? 0 })),
    ...wastedOnly.map(({ key, value }) => ({ key, quantity: 0, full: 0, rescued: 0, discount: 0, waste: value })),
  ]
}

type LotWaste = {
  productId: number
  lotId: number
  lot: string | null
  day: string | null
  quantity: number
  value: number
}

/** What was thrown away by lot, at the current selling price; what is of no known lot has a row of its own. */
export async function findWasteByLot(db: Db, query: SalesQuery): Promise<FoundRow[]> {
  const { rows } = await sql<LotWaste>`
    WITH waste AS MATERIALIZED (
      SELECT move.id, move.product_id, -move.quantity_thousandths AS quantity
      FROM stock_move move JOIN ${salesSpans(query)} ON clock.store_id = move.store_id
      WHERE move.kind = 'waste' AND ${isInClockSpan(sql`move.created_at`, query)}),
    part AS (
      SELECT waste.id, waste.product_id, taken.stock_lot_id, -taken.quantity_thousandths AS quantity
      FROM waste JOIN stock_lot_move taken ON taken.stock_move_id = waste.id)
    SELECT all_parts.product_id AS "productId", all_parts.lot_id AS "lotId", stock_lot.lot, stock_lot.last_day::text AS day,
      all_parts.quantity, round(all_parts.quantity * version.price_cents / 1000.0)::bigint AS value
    FROM (
      SELECT product_id, stock_lot_id AS lot_id, sum(quantity)::bigint AS quantity FROM part GROUP BY 1, 2
      UNION ALL
      SELECT product_id, 0,
        sum(quantity - coalesce((SELECT sum(quantity) FROM part WHERE part.id = waste.id), 0))::bigint
      FROM waste GROUP BY 1) all_parts
    JOIN product_version version ON version.product_id = all_parts.product_id AND version.is_current
    LEFT JOIN stock_lot ON stock_lot.id = all_parts.lot_id
    WHERE all_parts.quantity <> 0`.execute(db)
  const products = await findProducts(
    db,
    query,
    rows.map(({ productId }) => ({ key: String(productId) })),
  )
  return rows.map(({ productId, lotId, lot, day, quantity, value }) => {
    const { name = '', unit = '' } = products.get(String(productId)) ?? {}
    const texts = [name, day === null ? '' : dayText(day), lot ?? '']
    return { key: `${productId}-${lotId}`, name: joinFilled(texts, ', '), unit, quantity, value }
  })
}
