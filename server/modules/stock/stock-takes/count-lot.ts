import { sql } from 'kysely'
import { lastDay, type Lot, toLotColumns } from '#domain/catalogue/lot.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

type LotCount = {
  takeId: number
  productId: number
  storeId: number
  mode: 'add' | 'set'
  thousandths: number
  lot: Lot
}

/**
 * Counts some of a lot of a line that is there, and returns by how much its count changes; undefined if it would become negative. The
 * shelf is locked.
 */
export async function countLot(trx: Trx, count: LotCount): Promise<number | undefined> {
  const { takeId, productId, mode, thousandths, lot } = count
  const before = await findCounted(trx, count)
  const counted_thousandths = thousandths + (mode === 'add' ? (before ?? 0) : 0)
  if (counted_thousandths < 0) return undefined
  const begun = { counted_thousandths, expected_thousandths: await findThere(trx, count) }
  await (
    before === undefined
      ? trx
          .insertInto('stock_take_lot')
          .values({ stock_take_id: takeId, product_id: productId, ...toLotColumns(lot), ...begun })
      : trx
          .updateTable('stock_take_lot')
          .set(mode === 'set' ? begun : { counted_thousandths })
          .where('stock_take_id', '=', takeId)
          .where('product_id', '=', productId)
          .where(isLot(lot))
  ).execute()
  return counted_thousandths - (before ?? 0)
}

/** Whether a row of lots is of this one, as the unique indexes of lots compare them. */
export const isLot = (lot: Lot) =>
  sql<boolean>`coalesce(lot, '') = ${lot.lot ?? ''} AND coalesce(use_by, best_before, 'infinity') = ${lastDay(lot) ?? 'infinity'}::date`

const findCounted = async (trx: Trx, { takeId, productId, lot }: LotCount): Promise<number | undefined> =>
  (
    await trx
      .selectFrom('stock_take_lot')
      .select('counted_thousandths')
      .where('stock_take_id', '=', takeId)
      .where('product_id', '=', productId)
      .where(isLot(lot))
      .executeTakeFirst()
  )?.counted_thousandths

const findThere = async (trx: Trx, { storeId, productId, lot }: LotCount): Promise<number> =>
  (
    await trx
      .selectFrom('stock_lot')
      .select('quantity_thousandths')
      .where('store_id', '=', storeId)
      .where('product_id', '=', productId)
      .where(isLot(lot))
      .executeTakeFirst()
  )?.quantity_thousandths ?? 0
