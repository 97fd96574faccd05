import { sql } from 'kysely'
import type { MarkedLot } from '#contract/stock/reduced-lots.ts'
import { centsFromEuros } from '#domain/money.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId, jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** Whether all these lots are in the store. */
async function areOfStore(trx: Trx, storeId: number, lots: readonly { lot_id: number }[]): Promise<boolean> {
  const distinctIds = [...new Set(lots.map(({ lot_id: id }) => id))]
  const rows = await trx
    .selectFrom('stock_lot')
    .select('id')
    .where('id', '=', anyId(distinctIds))
    .where('store_id', '=', storeId)
    .execute()
  return rows.length === distinctIds.length
}

type MarkInput = { storeId: number; lots: readonly MarkedLot[]; userId: number }

/** Records red labels with the prices that the caller saw. Of two records of the same lot and step, the later one stays. */
export const markLots = ({ db, now }: Context, { storeId, lots, userId }: MarkInput) =>
  inRefusableTransaction(db, async trx => {
    if (!(await areOfStore(trx, storeId, lots))) return refuse('notFound')
    const bySteps = new Map(lots.map(lot => [`${lot.lot_id} ${lot.days_left}`, lot]))
    const rows = [...bySteps.values()].map(({ reduced_price: price, ...lot }) => ({
      ...lot,
      price_cents: centsFromEuros(price) ?? 0,
    }))
    await sql`
      INSERT INTO marked_lot (stock_lot_id, days_left, percent, price_cents, marked_at, user_id)
      SELECT lot_id, days_left, percent, price_cents, ${now()}::timestamptz, ${userId}::integer
      FROM ${jsonRecordset(rows, 'lot_id bigint, days_left integer, percent integer, price_cents integer')} ORDER BY lot_id, days_left
      ON CONFLICT (stock_lot_id, days_left) DO UPDATE SET percent = excluded.percent, price_cents = excluded.price_cents,
        marked_at = excluded.marked_at, user_id = excluded.user_id`.execute(trx)
    return {}
  })

type UnmarkInput = { storeId: number; lots: readonly Pick<MarkedLot, 'lot_id' | 'days_left'>[] }

/** Removes the record of red labels, if there is one. */
export const unmarkLots = ({ db }: Context, { storeId, lots }: UnmarkInput) =>
  inRefusableTransaction(db, async trx => {
    if (!(await areOfStore(trx, storeId, lots))) return refuse('notFound')
    await sql`
      DELETE FROM marked_lot USING ${jsonRecordset(lots, 'lot_id bigint, days_left integer')}
      WHERE marked_lot.stock_lot_id = r.lot_id AND marked_lot.days_left = r.days_left`.execute(trx)
    return {}
  })
