import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { sql, type Transaction } from 'kysely'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'
import { holdShelves, moveShelves, type Moved } from '#server/modules/stock/store-stock/shelves.ts'
import { VARIANCE } from './lines.ts'
import { showStockTake } from './queries.ts'
import { holdStockTake, isUnfinished } from './turn-stock-take.ts'

type Trx = Transaction<Database>
type Take = { id: number; storeId: number; author: Author }

/** Moves every counted shelf by its variance, once. Sales since a product was counted are kept. */
export async function postStockTake({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const row = await holdStockTake(trx, id)
    if (!row) return refuse('notFound')
    if (row.state === 'posted') return showStockTake(trx, id)
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
    return showStockTake(trx, id)
  })
}

async function moveByVariance(trx: Trx, { id, storeId, author }: Take): Promise<void> {
  const lines = await trx.selectFrom('stock_take_line').select('product_id').where('stock_take_id', '=', id).execute()
  await holdShelves(
    trx,
    storeId,
    lines.map(line => line.product_id),
  )
  // Only after the shelves are locked, so that a manual count made just before is included.
  const variances = await findVariances(trx, id)
  await keepPosted(trx, id, variances)
  const by = { user_id: author.userId, created_at: author.at, stock_take_id: id }
  const different = variances.filter(({ quantityThousandths }) => quantityThousandths !== 0)
  await moveShelves(trx, { storeId, kind: 'count', ...by }, different)
}

async function findVariances(trx: Trx, id: number): Promise<Moved[]> {
  const rows = await trx
    .selectFrom('stock_take as take')
    .innerJoin('stock_take_line as line', 'line.stock_take_id', 'take.id')
    .select(['line.product_id', VARIANCE.as('variance')])
    .where('take.id', '=', id)
    .orderBy('line.product_id')
    .execute()
  return rows.map(row => ({ productId: row.product_id, quantityThousandths: row.variance }))
}

/** Stores the variances as found in the stock take's lines. */
const keepPosted = (trx: Trx, id: number, variances: readonly Moved[]) =>
  sql`
    UPDATE stock_take_line SET posted_thousandths = found.thousandths
    FROM unnest(${variances.map(({ productId }) => productId)}::integer[],
      ${variances.map(({ quantityThousandths }) => quantityThousandths)}::bigint[]) AS found (product_id, thousandths)
    WHERE stock_take_line.stock_take_id = ${id} AND stock_take_line.product_id = found.product_id`.execute(trx)
