import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { instantOf } from '#domain/zoned-time.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Kysely } from 'kysely'

type Db = Kysely<Database>

/** The most purchases that are searched: a rate that was in force for more of them counts as used. */
const MOST_SEARCHED = 20_000

const midnight = (day: string) => new Date(instantOf(day, 0, SHOP_TIME_ZONE))

/** The classes that a product has or had. */
export async function findUsedClasses(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM vat_class WHERE EXISTS (SELECT 1 FROM product_version WHERE vat_class_id = vat_class.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** `until`: the day from which the next rate of the class applies. `holds`: it is today's rate. */
type Span = { classId: number; from: string; until: string | undefined; holds: boolean }

/** Whether goods of a class were sold in a period, or are being paid for at the current rate. */
export async function isRateUsed(db: Db, { classId, from, until, holds }: Span): Promise<boolean> {
  const before = until === undefined ? sql`true` : sql`paid.paid_at < ${midnight(until)}`
  const { rows } = await sql<{ is_used: boolean }>`
    WITH sold AS (
      SELECT paid.id FROM store JOIN customer_order paid ON paid.store_id = store.id
        AND paid.paid_at >= ${midnight(from)} AND ${before}
      LIMIT ${sql.lit(MOST_SEARCHED + 1)}
    ), searched AS (
      SELECT id FROM sold UNION ALL
      SELECT id FROM customer_order WHERE ${sql.lit(holds)} AND status = 'payment_pending' AND cancelled_at IS NULL
    )
    SELECT (SELECT count(*) FROM sold) > ${sql.lit(MOST_SEARCHED)} OR EXISTS (
      SELECT 1 FROM searched JOIN order_line ON order_line.order_id = searched.id
      JOIN product_version version ON version.id = order_line.product_version_id
      WHERE version.vat_class_id = ${classId}) AS is_used`.execute(db)
  return rows[0]?.is_used ?? true
}
