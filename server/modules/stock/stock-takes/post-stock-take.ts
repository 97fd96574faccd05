import { sql } from 'kysely'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { lockShelves, moveShelves, type ShelfMove } from '#server/modules/stock/store-stock/shelves.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { lockStockTake, isUnfinished } from './change-stock-take.ts'
import { postLots } from './post-lots.ts'
import { getStockTake, VARIANCE_THOUSANDTHS } from './queries.ts'

type PostedTake = { id: number; storeId: number; author: Author }

/** Moves every counted shelf by its variance, once. Sales since a product was counted are kept. */
export async function postStockTake({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const row = await lockStockTake(trx, id)
    if (!row) return refuse('notFound')
    if (row.state === 'posted') return getStockTake(trx, id)
    if (!isUnfinished(row.state)) return refuse('stockTake.closed')
    await moveByVariance(trx, { id, storeId: row.store_id, author })
    await trx
      .updateTable('stock_take')
      .set({ state: 'posted', closed_by: author.userId, closed_at: author.at })
      .where('id', '=', id)
      .execute()
    const trail = { before: { state: row.state }, after: { state: 'posted' }, author }
    await recordChange(trx, { kind: 'stockTake', id, ...trail })
    await bumpCatalogue(trx, [row.store_id])
    return getStockTake(trx, id)
  })
}

async function moveByVariance(trx: Trx, { id, storeId, author }: PostedTake): Promise<void> {
  const lines = await trx.selectFrom('stock_take_line').select('product_id').where('stock_take_id', '=', id).execute()
  const there = await lockShelves(
    trx,
    storeId,
    lines.map(line => line.product_id),
  )
  // Only after the shelves are locked, so that a manual count made just before is included.
  const variances = await findVariances(trx, id)
  await storeVariances(trx, id, variances)
  const by = { user_id: author.userId, created_at: author.at, stock_take_id: id }
  const byLot = await findProductsByLot(trx, id)
  const different = variances.filter(each => each.quantityThousandths !== 0 && !byLot.has(each.productId))
  await moveShelves(trx, { storeId, kind: 'count', ...by }, different)
  const withLots = variances
    .filter(({ productId }) => byLot.has(productId))
    .map(each => ({ ...each, there: there.get(each.productId) ?? 0 }))
  await postLots(trx, { takeId: id, storeId, kind: 'count', ...by }, withLots)
}

/** The products of which some were counted by lot. */
async function findProductsByLot(trx: Trx, id: number): Promise<Set<number>> {
  const lots = trx.selectFrom('stock_take_lot').select('product_id').where('stock_take_id', '=', id)
  return new Set((await lots.execute()).map(row => row.product_id))
}

async function findVariances(trx: Trx, id: number): Promise<ShelfMove[]> {
  const rows = await trx
    .selectFrom('stock_take as take')
    .innerJoin('stock_take_line as line', 'line.stock_take_id', 'take.id')
    .select(['line.product_id', VARIANCE_THOUSANDTHS.as('variance')])
    .where('take.id', '=', id)
    .orderBy('line.product_id')
    .execute()
  return rows.map(row => ({ productId: row.product_id, quantityThousandths: row.variance }))
}

/** Stores the variances as found in the stock take's lines. */
const storeVariances = (trx: Trx, id: number, variances: readonly ShelfMove[]) =>
  sql`
    UPDATE stock_take_line SET posted_thousandths = found.thousandths
    FROM unnest(${variances.map(({ productId }) => productId)}::integer[],
      ${variances.map(({ quantityThousandths }) => quantityThousandths)}::bigint[]) AS found (product_id, thousandths)
    WHERE stock_take_line.stock_take_id = ${id} AND stock_take_line.product_id = found.product_id`.execute(trx)
