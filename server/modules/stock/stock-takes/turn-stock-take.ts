import { sql, type Transaction } from 'kysely'
import { isStore } from '#server/modules/stock/store-stock/move-stock.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { showStockTake } from './queries.ts'

export const UNFINISHED = ['open', 'paused'] as const
export const isUnfinished = (state: string): boolean => UNFINISHED.some(each => each === state)

/** Starts a stock take, unless the store has one that is not finished. */
export async function startStockTake({ db }: Context, storeId: number, { userId, at }: Author) {
  return inRefusableTransaction(db, async trx => {
    if (!(await isStore(trx, storeId))) return refuse('notFound')
    const started = await trx
      .insertInto('stock_take')
      .values({ store_id: storeId, started_by: userId, started_at: at })
      // A literal: with parameters the planner can't match the partial index.
      .onConflict(conflict =>
        conflict
          .column('store_id')
          .where(sql<boolean>`state IN ('open', 'paused')`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (started) return showStockTake(trx, started.id)
    const open = await trx
      .selectFrom('stock_take')
      .select('id')
      .where('store_id', '=', storeId)
      .where('state', 'in', UNFINISHED)
      .executeTakeFirst()
    return refuse('stockTake.alreadyOpen', { id: open?.id })
  })
}

/** Locks a stock take until the commit, so that nothing is counted in it meanwhile. */
export const lockStockTake = (trx: Transaction<Database>, takeId: number) =>
  trx
    .selectFrom('stock_take')
    .select(['store_id', 'state'])
    .where('id', '=', takeId)
    .forNoKeyUpdate()
    .executeTakeFirst()

type Turn = { id: number; state: 'open' | 'paused' | 'cancelled'; author: Author }

/** Pauses, resumes or cancels a stock take; a finished one can't change. */
export async function turnStockTake({ db }: Context, { id, state, author }: Turn) {
  return inRefusableTransaction(db, async trx => {
    const take = await lockStockTake(trx, id)
    if (!take) return refuse('notFound')
    if (!isUnfinished(take.state)) return refuse('stockTake.closed')
    const closed = state === 'cancelled' ? { closed_by: author.userId, closed_at: author.at } : {}
    await trx
      .updateTable('stock_take')
      .set({ state, ...closed })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, { kind: 'stockTake', id, before: { state: take.state }, after: { state }, author })
    return showStockTake(trx, id)
  })
}
