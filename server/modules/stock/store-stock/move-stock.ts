import { sql } from 'kysely'
import type { StockMoves } from '#contract/stock/stock.ts'
import { toLot } from '#domain/catalogue/lot.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { type CodeTypes, movedThousandths, stockProblems } from '#domain/stock/stock-moves.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import type { SettledRefund, SettlementHooks } from '#server/platform/settlement-hooks.ts'
import { deliveryProblems, findOrderPrices, type OrderPrices, priceOfLine, writeDelivery } from './receive-delivery.ts'
import { type LotMove, lockShelves, moveShelves } from './shelves.ts'

/** `hasOrderPrices`: the lines of a delivery have the prices of its order, which the author doesn't see. */
type NewEntry = StockMoves & { author: Author; hasOrderPrices: boolean }

/** Moves all lines or none, once per key: a repeated request returns the result of the first one. */
export async function moveStock({ db }: Context, storeId: number, entry: NewEntry) {
  const { author, key, hasOrderPrices, ...content } = entry
  return inRefusableTransaction(db, async trx => {
    if (!(await isStore(trx, storeId))) return refuse('notFound')
    const input = { storeId, key, content, author }
    const entryId = await writeEntry(trx, input)
    if (!entryId) return findRepeated(trx, input)
    const productIds = content.lines.map(line => line.product_id)
    const problems = [
      ...stockProblems(content, await findCodeTypes(trx, productIds)),
      ...(await deliveryProblems(trx, input)),
    ]
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const prices = hasOrderPrices ? await findOrderPrices(trx, content.purchase_order_id) : undefined
    await moveLines(trx, { ...input, entryId, prices })
    await bumpCatalogue(trx, [storeId])
    return getEntry(trx, entryId)
  })
}

type StockEntryInput = { storeId: number; key: string; content: Omit<StockMoves, 'key'>; author: Author }

export const isStore = async (db: Db, storeId: number): Promise<boolean> =>
  (await db.selectFrom('store').select('id').where('id', '=', storeId).executeTakeFirst()) !== undefined

const hashEntry = ({ storeId, content }: StockEntryInput) => sha256(JSON.stringify([storeId, content]))

/** Undefined when the key was used before; waits for a concurrent use of the key. */
async function writeEntry(trx: Trx, input: StockEntryInput): Promise<number | undefined> {
  const { storeId, key, author } = input
  const written = await trx
    .insertInto('stock_entry')
    .values({
      client_key: key,
      content_sha256: hashEntry(input),
      store_id: storeId,
      user_id: author.userId,
      created_at: author.at,
    })
    .onConflict(conflict => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written?.id
}

async function findRepeated(trx: Trx, input: StockEntryInput) {
  const first = await trx
    .selectFrom('stock_entry')
    .select(['id', 'content_sha256'])
    .where('client_key', '=', input.key)
    .executeTakeFirstOrThrow()
  if (first.content_sha256.equals(hashEntry(input))) return getEntry(trx, first.id)
  return refuse('form.invalid', { problems: [{ field: 'key', problem: 'taken' }] })
}

/** Only of products that can be on a shelf, which excludes pre-order products. */
export async function findCodeTypes(trx: Trx, productIds: readonly number[]): Promise<CodeTypes> {
  const rows = await trx
    .selectFrom('product')
    .select(['id', 'product_code_type'])
    .where('product_type', '=', 'standard')
    .where('id', '=', anyId(productIds))
    .execute()
  return new Map(rows.map(row => [row.id, row.product_code_type]))
}

async function moveLines(
  trx: Trx,
  { storeId, content, author, entryId, prices }: StockEntryInput & { entryId: number; prices: OrderPrices | undefined },
): Promise<void> {
  const { kind, lines, reason } = content
  const there = await lockShelves(
    trx,
    storeId,
    lines.map(line => line.product_id),
  )
  const moved = lines.map(line => {
    const { product_id: productId, quantity } = line
    const thousandths = thousandthsFromQuantity(quantity) ?? 0
    const quantityThousandths = movedThousandths(kind, thousandths, there.get(productId) ?? 0)
    return {
      productId,
      quantityThousandths,
      priceTenThousandths: prices ? (prices.get(productId) ?? null) : priceOfLine(line),
      lots: toLotMoves(line),
    }
  })
  const move = { kind, reason: reason?.trim() || null, user_id: author.userId, created_at: author.at }
  await moveShelves(trx, { storeId, ...move, stock_entry_id: entryId }, moved)
  if (kind === 'delivery') await writeDelivery(trx, { storeId, content, author, entryId, moved })
}

const toLotMoves = ({ lots = [] }: StockMoves['lines'][number]): LotMove[] =>
  lots.map(({ quantity, ...fields }) => ({ ...toLot(fields), thousandths: thousandthsFromQuantity(quantity) ?? 0 }))

/** The quantities that an entry moved, and the current ones; of a delivery its id, too. */
async function getEntry(trx: Trx, entryId: number) {
  const rows = await trx
    .selectFrom('stock_move as move')
    .innerJoin('store_stock as shelf', join =>
      join.onRef('shelf.store_id', '=', 'move.store_id').onRef('shelf.product_id', '=', 'move.product_id'),
    )
    .select(['move.product_id', 'move.quantity_thousandths as moved', 'shelf.quantity_thousandths as quantity'])
    .where('move.stock_entry_id', '=', entryId)
    .orderBy('move.id')
    .execute()
  const delivery = await trx
    .selectFrom('delivery')
    .select('stock_entry_id')
    .where('stock_entry_id', '=', entryId)
    .executeTakeFirst()
  return {
    delivery_id: delivery?.stock_entry_id ?? null,
    lines: rows.map(({ product_id, moved, quantity }) => ({
      product_id,
      moved: quantityFromThousandths(moved),
      quantity: quantityFromThousandths(quantity),
    })),
  }
}

/**
 * Returns the goods that a sale took from the shelf: one move per line of the refund, with the shelf's quantity kept equal to the
 * ledger.
 */
async function returnStock(trx: Trx, refund: SettledRefund): Promise<void> {
  if (!refund.returnsStock) return
  const { id, storeId, askedBy, reason } = refund
  await sql`
    WITH returned AS (
      INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, refund_line_id, user_id, reason)
      SELECT ${storeId}::integer, line.product_id, part.quantity_thousandths, 'return', part.id, ${askedBy}::integer,
        ${reason}
      FROM refund_line part JOIN order_line line ON line.id = part.order_line_id
      WHERE part.refund_id = ${id} AND part.quantity_thousandths > 0
        AND EXISTS (SELECT 1 FROM stock_move WHERE stock_move.order_line_id = line.id AND stock_move.kind = 'sale')
      RETURNING store_id, product_id, quantity_thousandths
    )
    INSERT INTO store_stock (store_id, product_id, quantity_thousandths, offered)
    SELECT store_id, product_id, sum(quantity_thousandths), false FROM returned GROUP BY 1, 2 ORDER BY product_id
    ON CONFLICT (store_id, product_id)
    DO UPDATE SET quantity_thousandths = store_stock.quantity_thousandths + excluded.quantity_thousandths`.execute(trx)
  await bumpCatalogue(trx, [storeId])
}

/** A sale takes its goods from the shelf; a refund puts them back if the admin chose so. */
export const STOCK_SETTLEMENT: SettlementHooks = {
  paid: orderId => sql`deduct_stock(${orderId})`,
  refunded: returnStock,
}
