import { type Insertable, sql } from 'kysely'
import { lastDay, type Lot, toLot } from '#domain/catalogue/lot.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Database, Db, Trx } from '#server/platform/schema/tables.ts'

export type StockMove = Pick<
  Insertable<Database['stock_move']>,
  'kind' | 'reason' | 'user_id' | 'stock_entry_id' | 'stock_take_id' | 'created_at'
>
/** A part of a move that is of a lot, without sign. */
export type LotMove = Lot & { thousandths: number }
/** `priceTenThousandths`: of a delivery. */
export type ShelfMove = {
  productId: number
  quantityThousandths: number
  priceTenThousandths?: number | null
  lots?: readonly LotMove[]
}

/**
 * Locks the shelves of some products until the commit and returns their quantities: sales of them wait. A product that the store
 * has never had gets a shelf that is not offered. Locks rows in the order of product ids, as sales do.
 */
export async function lockShelves(
  trx: Trx,
  storeId: number,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const inOrder = [...productIds].toSorted((a, b) => a - b)
  if (inOrder.length === 0) return new Map()
  await sql`
    INSERT INTO store_stock (store_id, product_id, offered, is_standard, product_alarm_thousandths)
    SELECT ${storeId}::integer, id, false, product_type = 'standard', stock_alarm_thousandths
    FROM product WHERE id = any(${inOrder}::integer[]) ORDER BY id
    ON CONFLICT (store_id, product_id) DO NOTHING`.execute(trx)
  const rows = await trx
    .selectFrom('store_stock')
    .select(['product_id', 'quantity_thousandths'])
    .where('store_id', '=', storeId)
    .where('product_id', '=', anyId(inOrder))
    .orderBy('product_id')
    .forUpdate()
    .execute()
  return new Map(rows.map(row => [row.product_id, row.quantity_thousandths]))
}

/** Writes moves into the ledger, and updates the quantities of the locked shelves to match. */
export async function moveShelves(
  trx: Trx,
  move: StockMove & { storeId: number },
  moves: readonly ShelfMove[],
): Promise<void> {
  if (moves.length === 0) return
  await moveLots(trx, moves, { kind: move.kind, moveIds: await writeMoves(trx, move, moves) })
}

/** Writes moves of different products without their lots, and returns the ids of the moves by product. */
export async function writeMoves(
  trx: Trx,
  { storeId, ...move }: StockMove & { storeId: number },
  moves: readonly ShelfMove[],
): Promise<Map<number, number>> {
  const rows = await trx
    .insertInto('stock_move')
    .values(
      moves.map(({ productId, quantityThousandths, priceTenThousandths = null }) => ({
        store_id: storeId,
        product_id: productId,
        quantity_thousandths: quantityThousandths,
        price_ten_thousandths: priceTenThousandths,
        ...move,
      })),
    )
    .returning(['id', 'product_id'])
    .execute()
  const ids = moves.map(({ productId }) => productId)
  const thousandths = moves.map(({ quantityThousandths }) => quantityThousandths)
  await sql`
    UPDATE store_stock SET quantity_thousandths = store_stock.quantity_thousandths + change.thousandths
    FROM unnest(${ids}::integer[], ${thousandths}::bigint[]) AS change (product_id, thousandths)
    WHERE store_stock.store_id = ${storeId} AND store_stock.product_id = change.product_id`.execute(trx)
  return new Map(rows.map(row => [row.product_id, row.id]))
}

/**
 * Moves the lots of the locked shelves with them. What is taken and names no lot is of the oldest, but for a delivery that is undone:
 * only its own lots go with it.
 */
async function moveLots(
  trx: Trx,
  moves: readonly ShelfMove[],
  { kind, moveIds }: { kind: StockMove['kind']; moveIds: ReadonlyMap<number, number> },
): Promise<void> {
  const parts = moves.flatMap(({ productId, quantityThousandths, lots = [] }) =>
    lots.map(lot => ({ move: moveIds.get(productId), isIn: quantityThousandths > 0, ...lot, day: lastDay(lot) })),
  )
  for (const { move, isIn, lot = null, bestBefore = null, useBy = null, day = null, thousandths } of parts)
    await (
      isIn
        ? sql`SELECT add_to_lot(${move}, ${lot}, ${bestBefore}, ${useBy}, ${thousandths})`
        : sql`SELECT take_from_lots(${move}, ${lot}, ${day}, ${thousandths})`
    ).execute(trx)
  const outgoing = moves.filter(({ quantityThousandths }) => quantityThousandths < 0)
  if (outgoing.length === 0) return
  const noLot = kind === 'delivery' ? '' : null
  await sql`
    SELECT take_from_lots(move.id, ${noLot}, NULL, -move.quantity_thousandths) FROM stock_move move
    WHERE move.id = ${anyId(outgoing.flatMap(({ productId }) => moveIds.get(productId) ?? []))} AND EXISTS (
      SELECT 1 FROM stock_lot there WHERE there.store_id = move.store_id AND there.product_id = move.product_id
        AND there.quantity_thousandths > 0)
    ORDER BY move.product_id`.execute(trx)
}

/** What moves brought into lots, by move id. */
export async function findLotMoves(db: Db, moveIds: readonly number[]): Promise<Map<number, LotMove[]>> {
  const rows = await db
    .selectFrom('stock_lot_move as part')
    .innerJoin('stock_lot as lot', 'lot.id', 'part.stock_lot_id')
    .select(['part.stock_move_id', 'part.quantity_thousandths', 'lot.lot', 'lot.best_before', 'lot.use_by'])
    .where('part.stock_move_id', '=', anyId(moveIds))
    .orderBy('lot.id')
    .execute()
  const moves = new Map<number, LotMove[]>()
  for (const row of rows) {
    const lot = { ...toLot(row), thousandths: Math.abs(row.quantity_thousandths) }
    moves.set(row.stock_move_id, [...(moves.get(row.stock_move_id) ?? []), lot])
  }
  return moves
}

/**
 * Removes counts from the ledger that have this reason and were not made by hand. For products that are removed with their
 * shelves: other quantities are only corrected by further entries.
 */
export async function removeCounts(trx: Trx, productIds: readonly number[], reason: string): Promise<void> {
  await trx
    .deleteFrom('stock_move')
    .where('product_id', '=', anyId(productIds))
    .where('kind', '=', 'count')
    .where('reason', '=', reason)
    .where('stock_entry_id', 'is', null)
    .where('stock_take_id', 'is', null)
    .execute()
}
