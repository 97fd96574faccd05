import { type Kysely, sql } from 'kysely'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/**
 * Stock rows copy what their level depends on besides the quantity: the type and the alarm limit of their product. Code that
 * changes these in products updates the stock rows in the same transaction. Without ids, for the clean-up job, checks all stock
 * rows: a server of an earlier version does not write these columns. Returns how many were corrected. Rows are locked in the
 * order of product ids, as sales do.
 */
export async function matchShelves(
  db: Kysely<Database>,
  { productIds, most }: { productIds?: readonly number[]; most?: number },
): Promise<number> {
  const some = productIds ? sql`AND product.id = ${anyOf(productIds)}` : sql``
  const { numAffectedRows } = await sql`
    WITH stale AS (
      SELECT store_id, product_id, product.product_type = 'standard' AS is_standard, stock_alarm_thousandths
      FROM store_stock JOIN product ON product.id = product_id
      WHERE (is_standard <> (product.product_type = 'standard')
        OR product_alarm_thousandths IS DISTINCT FROM stock_alarm_thousandths) ${some}
      ORDER BY product_id, store_id LIMIT ${most ?? null} FOR UPDATE OF store_stock
    )
    UPDATE store_stock SET is_standard = stale.is_standard, product_alarm_thousandths = stale.stock_alarm_thousandths
    FROM stale WHERE store_stock.store_id = stale.store_id AND store_stock.product_id = stale.product_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
