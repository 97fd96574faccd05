import { sql } from 'kysely'
import type { Db } from '#server/platform/schema/tables.ts'
import type { Change, ChangeSource } from './changed-topics.ts'

/** How far each table had come, and the open alerts of each store. */
export type Watermarks = {
  checkout: number
  order: number
  visit: number
  stock: number
  record: number
  access: number
  alerts: readonly string[]
}

type WatermarkRow = { source: ChangeSource | 'access' | 'session'; latest: number | null; parts: string[] }

/**
 * Reads what was written since: one statement, which reads the ends of primary keys, the rows after the last reading and the open
 * alerts. A row that commits after a later one is missed. `sessions`: how many of these have not ended.
 */
export async function readWatermarks(db: Db, since: Watermarks | undefined, tokenHashes: readonly Buffer[]) {
  const after = (source: Exclude<keyof Watermarks, 'alerts'>) => sql`${since?.[source] ?? null}::bigint`
  const { rows } = await sql<WatermarkRow>`
    SELECT 'order' AS source, (SELECT max(id) FROM order_event) AS latest, ARRAY(
      SELECT DISTINCT customer_order.store_id::text FROM order_event
      JOIN customer_order ON customer_order.id = order_event.order_id WHERE order_event.id > ${after('order')}) AS parts
    UNION ALL SELECT 'checkout', (SELECT max(id) FROM customer_order),
      ARRAY(SELECT DISTINCT store_id::text FROM customer_order WHERE id > ${after('checkout')})
    UNION ALL SELECT 'visit', (SELECT max(id) FROM visit),
      ARRAY(SELECT DISTINCT store_id::text FROM visit WHERE id > ${after('visit')})
    UNION ALL SELECT 'stock', (SELECT max(id) FROM stock_move),
      ARRAY(SELECT DISTINCT store_id::text FROM stock_move WHERE id > ${after('stock')})
    UNION ALL SELECT 'record', (SELECT max(id) FROM audit_entry),
      ARRAY(SELECT DISTINCT kind FROM audit_entry WHERE id > ${after('record')})
    UNION ALL SELECT 'alert', NULL, ARRAY(
      SELECT concat_ws(' ', coalesce(store_id, 0), id, acknowledged_at IS NULL)
      FROM alert WHERE cleared_at IS NULL AND opened_at IS NOT NULL)
    UNION ALL SELECT 'access', (SELECT max(number) FROM access_change), '{}'
    UNION ALL SELECT 'session', (SELECT count(*) FROM session WHERE token_sha256 = ANY(${[...tokenHashes]}::bytea[])), '{}'`.execute(
    db,
  )
  const bySource = new Map(rows.map(row => [row.source, row]))
  const latest = (source: WatermarkRow['source']) => bySource.get(source)?.latest ?? 0
  const parts = (source: WatermarkRow['source']) => bySource.get(source)?.parts ?? []
  // Ids end earlier once the last rows are deleted.
  const upTo = (source: Exclude<keyof Watermarks, 'alerts'>) => Math.max(since?.[source] ?? 0, latest(source))
  const watermarks: Watermarks = {
    checkout: upTo('checkout'),
    order: upTo('order'),
    visit: upTo('visit'),
    stock: upTo('stock'),
    record: upTo('record'),
    access: upTo('access'),
    alerts: parts('alert'),
  }
  const changes: Change[] = [
    ...(['checkout', 'order', 'visit', 'stock'] as const).map(source => ({
      source,
      storeIds: parts(source).map(Number),
    })),
    ...parts('record').map(kind => ({ source: 'record' as const, kind })),
    { source: 'alert', storeIds: since ? compareAlerts(since.alerts, watermarks.alerts) : [] },
  ]
  return {
    watermarks,
    changes: changes.filter(({ storeIds }) => storeIds?.length !== 0),
    hasAccessChanged: since !== undefined && watermarks.access > since.access,
    sessions: latest('session'),
  }
}

/** The stores whose alerts opened, were acknowledged or ended; 0 is the whole shop. */
function compareAlerts(before: readonly string[], now: readonly string[]): number[] {
  const differing = [...before.filter(alert => !now.includes(alert)), ...now.filter(alert => !before.includes(alert))]
  return [...new Set(differing.map(alert => Number(alert.split(' ')[0])))]
}
