import { sql } from 'kysely'
import { DAY_MS } from '#domain/durations.ts'
import { mayPayAlcohol } from '#domain/stores/staffed-time.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { timeAgo, counted, type RemoveStale } from '#server/platform/retention.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type AlcoholScan = { userId: number; storeId: number; productIds: readonly number[] }

/** Records that a shopper has these goods in hand now, if they are alcohol and it may be sold now. */
export async function recordAlcoholScans(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, storeId, productIds }: AlcoholScan,
) {
  const at = now()
  const store = await db.selectFrom('store').select('time_zone').where('id', '=', storeId).executeTakeFirst()
  if (!store || !mayPayAlcohol(store.time_zone, { scannedAt: undefined, now: at })) return
  await sql`
    INSERT INTO alcohol_scan (user_id, store_id, product_id, scanned_at)
    SELECT ${userId}::integer, ${storeId}::integer, id, ${at}::timestamptz FROM product
    WHERE alcohol AND id = any(${[...productIds]}::integer[]) ORDER BY id
    ON CONFLICT ON CONSTRAINT alcohol_scan_pkey DO UPDATE SET scanned_at = excluded.scanned_at`.execute(db)
}

/** When a shopper scanned each of these goods. */
export async function findAlcoholScans(
  db: Db,
  { userId, storeId, productIds }: AlcoholScan,
): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('alcohol_scan')
    .select(['product_id', 'scanned_at'])
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .where('product_id', '=', anyId(productIds))
    .execute()
  return new Map(rows.map(row => [row.product_id, row.scanned_at]))
}

export const alcoholScans: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('alcohol_scan')
      .where('user_id', 'in', eb =>
        eb.selectFrom('alcohol_scan').select('user_id').where('scanned_at', '<', timeAgo(context, DAY_MS)).limit(max),
      )
      .where('scanned_at', '<', timeAgo(context, DAY_MS))
      .execute(),
  )
