import type { Kysely, Transaction } from 'kysely'
import type { StockMoves } from '#contract/stock/stock.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { type CodeTypes, movedThousandths, stockProblems } from '#domain/stock/stock-moves.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { deliveryProblems, priceOfLine, writeDelivery } from './receive-delivery.ts'
import { lockShelves, moveShelves } from './shelves.ts'

type Trx = Transaction<Database>

/** Moves all lines or none, once per key: a repeated request returns the result of the first one. */
export async function moveStock({ db }: Context, storeId: number, entry: StockMoves & { author: Author }) {
  const { author, key, ...content } = entry
  return inRefusableTransaction(db, async trx => {
    if (!(await isStore(trx, storeId))) return refuse('notFound')
    const press = { storeId, key, content, author }
    const entryId = await writeEntry(trx, press)
    if (!entryId) return repeat(trx, press)
    const productIds = content.lines.map(line => line.product_id)
    const problems = [
      ...stockProblems(content, await findCodeTypes(trx, productIds)),
      ...(await deliveryProblems(trx, press)),
    ]
    if (problems.length > 0) return refuse('form.invalid', { problems })
    await moveLines(trx, { ...press, entryId })
    await bumpCatalogue(trx, [storeId])
    return showEntry(trx, entryId)
  })
}

type Press = { storeId: number; key: string; content: Omit<StockMoves, 'key'>; author: Author }

export const isStore = async (db: Kysely<Database>, storeId: number): Promise<boolean> =>
  (await db.selectFrom('store').select('id').where('id', '=', storeId).executeTakeFirst()) !== undefined

const hashOf = ({ storeId, content }: Press) => sha256(JSON.stringify([storeId, content]))

/** Undefined when the key was used before; waits for a concurrent use of the key. */
async function writeEntry(trx: Trx, press: Press): Promise<number | undefined> {
  const { storeId, key, author } = press
  const written = await trx
    .insertInto('stock_entry')
    .values({
      client_key: key,
      content_sha256: hashOf(press),
      store_id: storeId,
      user_id: author.userId,
      created_at: author.at,
    })
    .onConflict(conflict => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written?.id
}

async function repeat(trx: Trx, press: Press) {
  const first = await trx
    .selectFrom('stock_entry')
    .select(['id', 'content_sha256'])
    .where('client_key', '=', press.key)
    .executeTakeFirstOrThrow()
  if (first.content_sha256.equals(hashOf(press))) return showEntry(trx, first.id)
  return refuse('form.invalid', { problems: [{ field: 'key', problem: 'taken' }] })
}

/** Only of products that can be on a shelf, which excludes pre-order products. */
export async function findCodeTypes(trx: Trx, productIds: readonly number[]): Promise<CodeTypes> {
  const rows = await trx
    .selectFrom('product')
    .select(['id', 'product_code_type'])
    .where('product_type', '=', 'standard')
    .where('id', '=', anyOf(productIds))
    .execute()
  return new Map(rows.map(row => [row.id, row.product_code_type]))
}

async function moveLines(trx: Trx, { storeId, content, author, entryId }: Press & { entryId: number }): Promise<void> {
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
    return { productId, quantityThousandths, priceTenThousandths: priceOfLine(line) }
  })
  const move = { kind, reason: reason?.trim() || null, user_id: author.userId, created_at: author.at }
  await moveShelves(trx, { storeId, ...move, stock_entry_id: entryId }, moved)
  if (kind === 'delivery') await writeDelivery(trx, { storeId, content, author, entryId, moved })
}

/** The quantities that an entry moved, and the current ones. */
async function showEntry(trx: Trx, entryId: number) {
  const rows = await trx
    .selectFrom('stock_move as move')
    .innerJoin('store_stock as shelf', join =>
      join.onRef('shelf.store_id', '=', 'move.store_id').onRef('shelf.product_id', '=', 'move.product_id'),
    )
    .select(['move.product_id', 'move.quantity_thousandths as moved', 'shelf.quantity_thousandths as quantity'])
    .where('move.stock_entry_id', '=', entryId)
    .orderBy('move.id')
    .execute()
  return {
    lines: rows.map(({ product_id, moved, quantity }) => ({
      product_id,
      moved: quantityFromThousandths(moved),
      quantity: quantityFromThousandths(quantity),
    })),
  }
}
