import { sql } from 'kysely'
import type { Lot } from '#domain/catalogue/lot.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

type LotFields = { lot?: string | undefined; best_before?: string | undefined; use_by?: string | undefined }

/** What a count named; of two dates, the one after which the goods must not be eaten. Undefined: nothing. */
export function toCountedLot({ lot, best_before, use_by }: LotFields): Lot | undefined {
  if (lot === undefined && best_before === undefined && use_by === undefined) return undefined
  const date = use_by === undefined ? best_before !== undefined && { bestBefore: best_before } : { useBy: use_by }
  return { ...(lot !== undefined && { lot }), ...date }
}

type LotCount = {
  takeId: number
  productId: number
  storeId: number
  mode: 'add' | 'set'
  thousandths: number
  lot: Lot
}

const toColumns = ({ lot, bestBefore, useBy }: Lot) => ({
  lot: lot ?? null,
  best_before: bestBefore ?? null,
  use_by: useBy ?? null,
})

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
          .values({ stock_take_id: takeId, product_id: productId, ...toColumns(lot), ...begun })
      : trx
          .updateTable('stock_take_lot')
          .set(mode === 'set' ? begun : { counted_thousandths })
          .where('stock_take_id', '=', takeId)
          .where('product_id', '=', productId)
          .where(isLot(lot))
  ).execute()
  return counted_thousandths - (before ?? 0)
}

const isLot = ({ lot = '', bestBefore, useBy }: Lot) =>
  sql<boolean>`coalesce(lot, '') = ${lot}
    AND coalesce(use_by, best_before, 'infinity') = ${useBy ?? bestBefore ?? 'infinity'}::date`

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
