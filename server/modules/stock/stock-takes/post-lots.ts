import { sql } from 'kysely'
import { toLot, type toLotColumns } from '#domain/catalogue/lot.ts'
import { type CountedLot, countLots, lotGoodsKey } from '#domain/stock/count-lots.ts'
import { type StockMove, type ShelfMove, writeMoves } from '#server/modules/stock/store-stock/shelves.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { isLot } from './count-lot.ts'

type CountedStore = { takeId: number; storeId: number }
/** `there`: what the locked shelf has. `quantityThousandths`: by how much it is to change. */
type CountedShelf = ShelfMove & { there: number }

/** Moves shelves whose count named lots, so that the lots are as counted; sales since then are kept. */
export async function postLots(
  trx: Trx,
  { takeId, storeId, ...move }: CountedStore & StockMove,
  shelves: readonly CountedShelf[],
): Promise<void> {
  if (shelves.length === 0) return
  const productIds = shelves.map(({ productId }) => productId)
  const there = Map.groupBy(await findShelfLots(trx, storeId, productIds), row => row.product_id)
  const counts = Map.groupBy(await findCountedLots(trx, takeId, productIds), row => row.product_id)
  for (const { productId, there: thereThousandths, quantityThousandths } of shelves) {
    const rows = there.get(productId) ?? []
    const counted = counts.get(productId) ?? []
    const lots = rows.map(row => ({ key: lotGoodsKey(toLot(row)), thousandths: row.quantity_thousandths }))
    const knownLots = counted.map(row => toNamed(row, lots))
    const count = { countedThousandths: thereThousandths + quantityThousandths, knownLots }
    for (const { parts, quantityThousandths: moved } of countLots({ thereThousandths, lots }, count)) {
      const moveIds = await writeMoves(trx, { storeId, ...move }, [{ productId, quantityThousandths: moved }])
      const moveId = moveIds.get(productId) ?? 0
      for (const { key, thousandths } of parts) {
        const isKey = (row: LotRow) => lotGoodsKey(toLot(row)) === key
        const row = rows.find(isKey) ?? counted.find(isKey)
        if (row) await movePart(trx, { moveId, storeId, productId, thousandths, row })
      }
    }
  }
}

type LotRow = ReturnType<typeof toLotColumns>
type CountedRow = LotRow & { counted_thousandths: number; expected_thousandths: number }

/** What a counted lot has now: what it has on the shelf, by as much more as was counted. */
function toNamed(row: CountedRow, lots: readonly CountedLot[]): CountedLot {
  const key = lotGoodsKey(toLot(row))
  const now = lots.find(lot => lot.key === key)?.thousandths ?? 0
  return { key, thousandths: Math.max(0, now + row.counted_thousandths - row.expected_thousandths) }
}

/** Those that are there, the oldest first. */
const findShelfLots = (trx: Trx, storeId: number, productIds: readonly number[]) =>
  trx
    .selectFrom('stock_lot')
    .select(['product_id', 'lot', 'best_before', 'use_by', 'quantity_thousandths'])
    .where('store_id', '=', storeId)
    .where('product_id', '=', anyId(productIds))
    .where('quantity_thousandths', '>', sql.lit(0))
    .orderBy('last_day', order => order.asc().nullsLast())
    .orderBy('id')
    .execute()

const findCountedLots = (trx: Trx, takeId: number, productIds: readonly number[]) =>
  trx
    .selectFrom('stock_take_lot')
    .selectAll()
    .where('stock_take_id', '=', takeId)
    .where('product_id', '=', anyId(productIds))
    .execute()

type LotPart = { moveId: number; storeId: number; productId: number; thousandths: number; row: LotRow }

async function movePart(trx: Trx, { moveId, storeId, productId, thousandths, row }: LotPart): Promise<void> {
  if (thousandths > 0) {
    await sql`SELECT add_to_lot(${moveId}, ${row.lot}, ${row.best_before}, ${row.use_by}, ${thousandths})`.execute(trx)
    return
  }
  const { id } = await trx
    .updateTable('stock_lot')
    .set({ quantity_thousandths: sql<number>`quantity_thousandths + ${thousandths}` })
    .where('store_id', '=', storeId)
    .where('product_id', '=', productId)
    .where(isLot(toLot(row)))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('stock_lot_move')
    .values({ stock_move_id: moveId, stock_lot_id: id, quantity_thousandths: thousandths })
    .execute()
}
