import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { lastDay, type Lot, toLotColumns } from '#domain/catalogue/lot.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { thousandthsFromQuantity, quantityFromThousandths } from '#domain/quantity.ts'
import { isQuantity } from '#domain/stock/stock-moves.ts'
import { findCodeTypes, isStore } from '#server/modules/stock/store-stock/move-stock.ts'
import { lockShelves } from '#server/modules/stock/store-stock/shelves.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { countLot } from './count-lot.ts'
import { findLines, getStockTake } from './queries.ts'

type CountInput = {
  takeId: number
  key: string
  productId: number
  mode: 'add' | 'set'
  quantity: number
  lot: Lot | undefined
  language: LanguageCode
  author: Author
}

const refuseForm = (field: string, problem: string) => refuse('form.invalid', { problems: [{ field, problem }] })

/**
 * Counts some of a product, once per key. Several phones can count in one stock take; counts of the same product are serialised.
 */
export async function countProduct({ db }: Context, count: CountInput) {
  return inRefusableTransaction(db, async trx => {
    const { takeId, productId, lot } = count
    if (lot && !isDay(lastDay(lot) ?? '2000-01-01')) return refuseForm('lot', 'invalid')
    const take = await shareStockTake(trx, takeId)
    if (!take) return refuse('notFound')
    // A repeated request returns the result of the first one, whatever happened to the stock take since.
    if (await isRepeatedCount(trx, count)) return findLine(trx, count)
    if (take.state !== 'open') return refuse('stockTake.closed')
    const type = (await findCodeTypes(trx, [productId])).get(productId)
    if (!type) return refuseForm('product_id', 'unknown')
    const isValid = isQuantity(count.quantity, count.mode === 'set' ? 'count' : 'correction', type)
    if (!isValid) return refuseForm('quantity', 'invalidQuantity')
    const there = (await lockShelves(trx, take.store_id, [productId])).get(productId) ?? 0
    if (!(await writeCount(trx, count)))
      return (await isRepeatedCount(trx, count)) ? findLine(trx, count) : refuseForm('key', 'taken')
    const counted = await writeLine(trx, { ...count, storeId: take.store_id, there })
    return counted ? findLine(trx, count) : refuseForm('quantity', 'invalidQuantity')
  })
}

/** Share lock: others can count in the stock take meanwhile, but not pause or post it. */
const shareStockTake = (trx: Trx, takeId: number) =>
  trx.selectFrom('stock_take').select(['store_id', 'state']).where('id', '=', takeId).forShare().executeTakeFirst()

/** The same key with other content is not a repeated request. */
const isRepeatedCount = async (
  trx: Trx,
  { key, takeId, productId, mode, quantity, lot }: CountInput,
): Promise<boolean> =>
  (await trx
    .selectFrom('stock_take_count')
    .select('client_key')
    .where('client_key', '=', key)
    .where('stock_take_id', '=', takeId)
    .where('product_id', '=', productId)
    .where('mode', '=', mode)
    .where('quantity_thousandths', '=', thousandthsFromQuantity(quantity) ?? 0)
    .where('lot', 'is not distinct from', lot?.lot ?? null)
    .where('best_before', 'is not distinct from', lot?.bestBefore ?? null)
    .where('use_by', 'is not distinct from', lot?.useBy ?? null)
    .executeTakeFirst()) !== undefined

/** False when the key was used before. */
async function writeCount(
  trx: Trx,
  { key, takeId, productId, mode, quantity, lot, author }: CountInput,
): Promise<boolean> {
  const written = await trx
    .insertInto('stock_take_count')
    .values({
      client_key: key,
      stock_take_id: takeId,
      product_id: productId,
      quantity_thousandths: thousandthsFromQuantity(quantity) ?? 0,
      mode,
      user_id: author.userId,
      created_at: author.at,
      ...toLotColumns(lot),
    })
    .onConflict(conflict => conflict.column('client_key').doNothing())
    .returning('client_key')
    .executeTakeFirst()
  return written !== undefined
}

type LockedCount = CountInput & { storeId: number; there: number }

/**
 * The shelf is locked, so the ledger doesn't change before the line is written. `add` keeps the moment at which counting of the
 * product began, `set` starts over, without the lots; of a lot it starts only that over. False when the count would become negative.
 */
async function writeLine(trx: Trx, line: LockedCount): Promise<boolean> {
  const { takeId, productId, mode, quantity, lot } = line
  const thousandths = thousandthsFromQuantity(quantity) ?? 0
  if (!lot) {
    if (!(await changeLine(trx, line, { mode, thousandths }))) return false
    if (mode === 'set') await forgetLots(trx, takeId, productId)
    return true
  }
  // The lot's row needs that of the line.
  if (!(await changeLine(trx, line, { mode: 'add', thousandths: 0 }))) return false
  const change = await countLot(trx, { ...line, lot, thousandths })
  return change !== undefined && changeLine(trx, line, { mode: 'add', thousandths: change })
}

const forgetLots = (trx: Trx, takeId: number, productId: number) =>
  trx.deleteFrom('stock_take_lot').where('stock_take_id', '=', takeId).where('product_id', '=', productId).execute()

type CountChange = { mode: 'add' | 'set'; thousandths: number }

async function changeLine(
  trx: Trx,
  { takeId, productId, storeId, there, author }: LockedCount,
  { mode, thousandths }: CountChange,
) {
  const before = await trx
    .selectFrom('stock_take_line')
    .select('counted_thousandths')
    .where('stock_take_id', '=', takeId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  const counted_thousandths = thousandths + (mode === 'add' ? (before?.counted_thousandths ?? 0) : 0)
  if (counted_thousandths < 0) return false
  const begun = { expected_thousandths: there, last_recount_id: await lastRecount(trx, storeId, productId) }
  // Two counts at the same moment get different times, in the order in which they locked the shelf.
  const counted_at = sql<Date>`greatest(${author.at}, stock_take_line.counted_at + interval '1 millisecond')`
  const again = { counted_thousandths, counted_at }
  await trx
    .insertInto('stock_take_line')
    .values({ stock_take_id: takeId, product_id: productId, ...begun, counted_thousandths, counted_at: author.at })
    .onConflict(conflict =>
      conflict.columns(['stock_take_id', 'product_id']).doUpdateSet(mode === 'set' ? { ...begun, ...again } : again),
    )
    .execute()
  return true
}

async function lastRecount(trx: Trx, storeId: number, productId: number): Promise<number> {
  const { id } = await trx
    .selectFrom('stock_move')
    .select(sql<number>`coalesce(max(id), 0)`.as('id'))
    .where('store_id', '=', storeId)
    .where('product_id', '=', productId)
    .where('kind', 'in', ['count', 'correction'])
    .executeTakeFirstOrThrow()
  return id
}

async function findLine(trx: Trx, { takeId, productId, language }: CountInput) {
  const { items } = await findLines(trx, { takeId, productId, language })
  const [line] = items
  return line ?? refuseForm('key', 'taken')
}

const UNFINISHED_STATES = ['open', 'paused'] as const
export const isUnfinished = (state: string): boolean => UNFINISHED_STATES.some(each => each === state)

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
    if (started) return getStockTake(trx, started.id)
    const open = await trx
      .selectFrom('stock_take')
      .select('id')
      .where('store_id', '=', storeId)
      .where('state', 'in', UNFINISHED_STATES)
      .executeTakeFirst()
    return refuse('stockTake.alreadyOpen', { id: open?.id })
  })
}

/** Locks a stock take until the commit, so that nothing is counted in it meanwhile. */
export const lockStockTake = (trx: Trx, takeId: number) =>
  trx
    .selectFrom('stock_take')
    .select(['store_id', 'state'])
    .where('id', '=', takeId)
    .forNoKeyUpdate()
    .executeTakeFirst()

type StateChange = { id: number; state: 'open' | 'paused' | 'cancelled'; author: Author }

/** Pauses, resumes or cancels a stock take; a finished one can't change. */
export async function changeStockTakeState({ db }: Context, { id, state, author }: StateChange) {
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
    return getStockTake(trx, id)
  })
}

type ForgottenProduct = { takeId: number; productId: number; author: Author }

/** Removes the count of a product; counting it starts over. The audit log keeps what had been counted. */
export async function forgetLine({ db }: Context, { takeId, productId, author }: ForgottenProduct) {
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
