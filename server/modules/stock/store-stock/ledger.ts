import { sql } from 'kysely'
import type { LedgerRow } from '#contract/stock/stock.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type LedgerQuery = Paging & { storeId: number; productId: number; kind?: LedgerRow['kind'] | undefined }

const selectMoves = (db: Db, { storeId, productId }: LedgerQuery) =>
  db.selectFrom('stock_move as move').where('move.store_id', '=', storeId).where('move.product_id', '=', productId)

type SelectMoves = ReturnType<typeof selectMoves>

function ledgerList(db: Db, query: LedgerQuery) {
  const all = selectMoves(db, query)
  // Each kind other than sales has an index of its own.
  const isInOrder = query.kind !== 'sale'
  return {
    // The kind is a literal: rare kinds have indexes of their own.
    matching: query.kind ? all.where('move.kind', '=', sql.lit(query.kind)) : all,
    select: (rows: SelectMoves) => rows.select('move.id'),
    sorts: { id: sql`move.id` },
    defaultSort: '-id',
    id: sql`move.id`,
    long: { db, all, id: sql<number>`move.id`, isInOrder, countedUpTo: COUNTED_UP_TO },
  }
}

const LAST_ID = sql.lit('9223372036854775807')

/**
 * The quantity before each of some moves. A quantity is the sum of its moves, so it is the sum of all earlier moves, and also the
 * current quantity without this and all later moves: the shorter way is from the end at which the list begins.
 */
const restsBefore = (query: LedgerQuery, ids: readonly number[]) =>
  (query.sort === 'id' ? restsFromStart(query, ids) : restsFromEnd(query, ids)).as<'rest'>(sql`rest`)

type RunningTotal = { id: number; before: number }

const restsFromStart = ({ storeId, productId }: LedgerQuery, ids: readonly number[]) =>
  sql<RunningTotal>`(SELECT gap.id, (sum(part) OVER (ORDER BY gap.id))::bigint AS before
    FROM (SELECT id, lag(id, 1, 0::bigint) OVER (ORDER BY id) AS low, id AS high FROM ${idRowsSql(ids)}) AS gap
    ${sumOfGap(storeId, productId)})`

const restsFromEnd = ({ storeId, productId }: LedgerQuery, ids: readonly number[]) =>
  sql<RunningTotal>`(SELECT gap.id, ((SELECT quantity_thousandths FROM store_stock WHERE store_id = ${storeId} AND product_id = ${productId})
      - sum(part) OVER (ORDER BY gap.id DESC))::bigint AS before
    FROM (SELECT id, id AS low, lead(id, 1, ${LAST_ID}::bigint) OVER (ORDER BY id) AS high FROM ${idRowsSql(ids)}) AS gap
    ${sumOfGap(storeId, productId)})`

const idRowsSql = (ids: readonly number[]) => sql`unnest(${[...ids]}::bigint[]) AS id`

/** The sum of the moves of each gap between two moves: each is summed separately, from the index only. */
const sumOfGap = (storeId: number, productId: number) => sql`
  CROSS JOIN LATERAL (SELECT coalesce(sum(quantity_thousandths), 0) AS part FROM stock_move
    WHERE store_id = ${storeId} AND product_id = ${productId} AND id >= low AND id < high) AS parts`

const listMoves = (db: Db, query: LedgerQuery, ids: readonly number[]) =>
  selectMoves(db, query)
    .innerJoin(restsBefore(query, ids), join => join.onRef('rest.id', '=', 'move.id'))
    .leftJoin('refund_line', 'refund_line.id', 'move.refund_line_id')
    .leftJoin('order_line', join =>
      join.on(sql<boolean>`order_line.id = coalesce(move.order_line_id, refund_line.order_line_id)`),
    )
    .leftJoin('app_user', join =>
      join.onRef('app_user.id', '=', 'move.user_id').on('move.kind', 'not in', ['sale', 'refund']),
    )
    .select(['move.id', 'move.kind', 'move.quantity_thousandths', 'move.reason', 'move.created_at'])
    .leftJoin('delivery', 'delivery.stock_entry_id', 'move.stock_entry_id')
    .select(['move.stock_take_id', 'order_line.order_id', 'app_user.id as user_id', 'app_user.email'])
    .select('delivery.stock_entry_id as delivery_id')
    .select(sql<number>`rest.before + move.quantity_thousandths`.as('after'))
    .execute()

/** A page of a product's ledger in a store, without the buyers. */
export async function findLedger(db: Db, query: LedgerQuery) {
  const { items, ...counted } = await findPage(ledgerList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findMoves(db, query, ids), ...counted }
}

/** All moves that match the query, in its order. */
const findLedgerIds = async (db: Db, query: LedgerQuery): Promise<number[]> =>
  (await findAllRows(ledgerList(db, query), query.sort)).map(({ id }) => id)

/** These moves of a product's ledger, in the order of the ids. */
async function findMoves(db: Db, query: LedgerQuery, ids: readonly number[]): Promise<LedgerRow[]> {
  if (ids.length === 0) return []
  const rows = await listMoves(db, query, ids)
  return sortByIds(ids, rows, ({ id }) => id).map(toRow)
}

type MoveRow = Awaited<ReturnType<typeof listMoves>>[number]

const toRow = ({ quantity_thousandths, after, created_at, user_id, email, ...row }: MoveRow): LedgerRow => ({
  ...row,
  quantity: quantityFromThousandths(quantity_thousandths),
  quantity_after: quantityFromThousandths(after),
  by: user_id === null || email === null ? null : { id: user_id, email },
  at: created_at.toISOString(),
})

const EXPORT_COLUMNS: Columns<LedgerRow> = {
  id: { heading: 'stock.ledger.id', cell: row => row.id },
  at: { heading: 'stock.ledger.at', cell: row => shopTime(row.at) },
  kind: { heading: 'stock.ledger.kind', cell: row => row.kind },
  quantity: { heading: 'stock.ledger.quantity', cell: row => row.quantity },
  quantity_after: { heading: 'stock.ledger.quantity_after', cell: row => row.quantity_after },
  reason: { heading: 'stock.ledger.reason', cell: row => row.reason },
  by: { heading: 'stock.ledger.by', cell: row => row.by?.email ?? null },
  order_id: { heading: 'stock.ledger.order_id', cell: row => row.order_id },
  stock_take_id: { heading: 'stock.ledger.stock_take_id', cell: row => row.stock_take_id },
  delivery_id: { heading: 'stock.ledger.delivery_id', cell: row => row.delivery_id },
}

export const exportLedger =
  ({ db }: Context): ListExport<'ledger'> =>
  async ({ params, query }, headings) => {
    const input = { ...query, storeId: params.id, productId: params.product_id }
    const rows = listTable({
      findIds: () => findLedgerIds(db, input),
      idRowsSql: ids => findMoves(db, input, ids),
      columns: EXPORT_COLUMNS,
      headings,
    })
    return { name: `moves-${params.id}-${params.product_id}`, rows }
  }
