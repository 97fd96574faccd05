import type { LedgerRow } from '#contract/stock.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { findAllRows, findPage, inOrderOf, type Paging } from '#server/db/find-page.ts'
import type { Database } from '#server/db/tables.ts'
import { sql, type Kysely } from 'kysely'

type Db = Kysely<Database>

export type LedgerQuery = Paging & { storeId: number; productId: number; kind?: LedgerRow['kind'] | undefined }

/** With what is left after each move. */
const movesOf = (db: Db, { storeId, productId }: LedgerQuery) =>
  db
    .selectFrom('stock_move')
    .selectAll('stock_move')
    .select(sql<number>`(sum(quantity_thousandths) OVER (ORDER BY id))::bigint`.as('after'))
    .where('store_id', '=', storeId)
    .where('product_id', '=', productId)
    .as('move')

function ledgerList(db: Db, query: LedgerQuery) {
  const all = db.selectFrom(movesOf(db, query))
  const matching = query.kind ? all.where('move.kind', '=', query.kind) : all
  return { matching, show: (rows: typeof all) => rows.select('move.id'), sorts: { id: sql`move.id` }, ...USUAL }
}

const USUAL = { usual: '-id', id: sql`move.id` }

const showMoves = (db: Db, query: LedgerQuery, ids: readonly number[]) =>
  db
    .selectFrom(movesOf(db, query))
    .leftJoin('refund_line', 'refund_line.id', 'move.refund_line_id')
    .leftJoin('order_line', join =>
      join.on(sql<boolean>`order_line.id = coalesce(move.order_line_id, refund_line.order_line_id)`),
    )
    .leftJoin('app_user', join =>
      join.onRef('app_user.id', '=', 'move.user_id').on('move.kind', 'not in', ['sale', 'refund']),
    )
    .select(['move.id', 'move.kind', 'move.quantity_thousandths', 'move.after', 'move.reason'])
    .select(['move.created_at', 'move.stock_take_id', 'order_line.order_id', 'app_user.id as user_id', 'email'])
    .where('move.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()

/** A page of a product's ledger in a store. Who bought is nobody's business here. */
export async function findLedger(db: Db, query: LedgerQuery) {
  const { items, total } = await findPage(ledgerList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findMoves(db, query, ids), total }
}

/** All moves that the query means, in its order. */
export const findLedgerIds = async (db: Db, query: LedgerQuery): Promise<number[]> =>
  (await findAllRows(ledgerList(db, query), query.sort)).map(({ id }) => id)

/** Some moves of a product's ledger, in the order of the ids. */
export async function findMoves(db: Db, query: LedgerQuery, ids: readonly number[]): Promise<LedgerRow[]> {
  const rows = await showMoves(db, query, ids)
  return inOrderOf(ids, rows, ({ id }) => id).map(toRow)
}

type Row = Awaited<ReturnType<typeof showMoves>>[number]

const toRow = ({ quantity_thousandths, after, created_at, user_id, email, ...row }: Row): LedgerRow => ({
  ...row,
  quantity: quantityFromThousandths(quantity_thousandths),
  quantity_after: quantityFromThousandths(after),
  by: user_id === null || email === null ? null : { id: user_id, email },
  at: created_at.toISOString(),
})
