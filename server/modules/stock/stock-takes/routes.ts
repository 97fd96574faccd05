import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { lockShelves, type ShelfMove, moveShelves } from '#server/modules/stock/store-stock/shelves.ts'
import { type Author, authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { countProduct, isUnfinished, lockStockTake, startStockTake, changeStockTakeState } from './change-stock-take.ts'
import { findLines, VARIANCE, findStockTake, findStockTakes, getStockTake } from './queries.ts'

export function stockTakeRoutes(context: Context): Handlers<typeof contract.stockTakes> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ params, query }) => findStockTakes(db, { ...query, storeId: params.id }),
    start: ({ params, user }) => startStockTake(context, params.id, author(user)),
    get: async ({ params }) => (await findStockTake(db, params.id)) ?? refuse('notFound'),
    async lines({ params, query, language }) {
      const take = await findStockTake(db, params.id)
      return take ? findLines(db, { ...query, takeId: take.id, language }) : refuse('notFound')
    },
    count: ({ params, body: { product_id: productId, ...body }, user, language }) =>
      countProduct(context, { ...body, takeId: params.id, productId, language, author: author(user) }),
    forget: ({ params, user }) =>
      forgetLine(context, { takeId: params.id, productId: params.product_id, author: author(user) }),
    turn: ({ params, body, user }) => changeStockTakeState(context, { ...params, ...body, author: author(user) }),
    post: ({ params, user }) => postStockTake(context, params.id, author(user)),
  }
}

type Forgotten = { takeId: number; productId: number; author: Author }

/** Removes the count of a product; counting it starts over. The audit log keeps what had been counted. */
async function forgetLine({ db }: Context, { takeId, productId, author }: Forgotten) {
  return inRefusableTransaction(db, async trx => {
    const take = await lockStockTake(trx, takeId)
    if (!take) return refuse('notFound')
    if (!isUnfinished(take.state)) return refuse('stockTake.closed')
    const line = await trx
      .deleteFrom('stock_take_line')
      .where('stock_take_id', '=', takeId)
      .where('product_id', '=', productId)
      .returning('counted_thousandths')
      .executeTakeFirst()
    if (line) {
      const before = { counted: { [productId]: quantityFromThousandths(line.counted_thousandths) } }
      await recordChange(trx, { kind: 'stockTake', id: takeId, before, after: {}, author })
    }
    return {}
  })
}

type Take = { id: number; storeId: number; author: Author }

/** Moves every counted shelf by its variance, once. Sales since a product was counted are kept. */
async function postStockTake({ db }: Context, id: number, author: Author) {
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

async function moveByVariance(trx: Trx, { id, storeId, author }: Take): Promise<void> {
  const lines = await trx.selectFrom('stock_take_line').select('product_id').where('stock_take_id', '=', id).execute()
  await lockShelves(
    trx,
    storeId,
    lines.map(line => line.product_id),
  )
  // Only after the shelves are locked, so that a manual count made just before is included.
  const variances = await findVariances(trx, id)
  await storeVariances(trx, id, variances)
  const by = { user_id: author.userId, created_at: author.at, stock_take_id: id }
  const different = variances.filter(({ quantityThousandths }) => quantityThousandths !== 0)
  await moveShelves(trx, { storeId, kind: 'count', ...by }, different)
}

async function findVariances(trx: Trx, id: number): Promise<ShelfMove[]> {
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
const storeVariances = (trx: Trx, id: number, variances: readonly ShelfMove[]) =>
  sql`
    UPDATE stock_take_line SET posted_thousandths = found.thousandths
    FROM unnest(${variances.map(({ productId }) => productId)}::integer[],
      ${variances.map(({ quantityThousandths }) => quantityThousandths)}::bigint[]) AS found (product_id, thousandths)
    WHERE stock_take_line.stock_take_id = ${id} AND stock_take_line.product_id = found.product_id`.execute(trx)
