import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { StockTake, StockTakeLine, StockTakeState } from '#contract/stock/stock-takes.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { Context } from '#server/platform/context.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findLineIds, showLines, VALUE, VARIANCE } from './lines.ts'

type Db = Kysely<Database>
type Takes = SelectQueryBuilder<Database & { take: Database['stock_take'] }, 'take', {}>

const shown = (rows: Takes) =>
  rows
    .innerJoin('app_user as starter', 'starter.id', 'take.started_by')
    .leftJoin('app_user as closer', 'closer.id', 'take.closed_by')
    .selectAll('take')
    .select(['starter.email as starter_email', 'closer.email as closer_email'])
    .select(
      sql<{ counted: number; different: number; cents: number }>`(
        SELECT json_build_object('counted', count(*), 'different', count(*) FILTER (WHERE ${VARIANCE} <> 0),
          'cents', coalesce(sum(${VALUE}), 0))
        FROM stock_take_line line
        JOIN product_version version ON version.product_id = line.product_id AND version.is_current
        WHERE line.stock_take_id = take.id)`.as('found'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

const toStockTake = (row: Row): StockTake => ({
  id: row.id,
  store_id: row.store_id,
  state: row.state,
  started_by: { id: row.started_by, email: row.starter_email },
  started_at: row.started_at.toISOString(),
  closed_by:
    row.closed_by === null || row.closer_email === null ? null : { id: row.closed_by, email: row.closer_email },
  closed_at: row.closed_at?.toISOString() ?? null,
  counted: row.found.counted,
  different: row.found.different,
  value: eurosFromCents(row.found.cents),
})

export async function findStockTake(db: Db, takeId: number): Promise<StockTake | undefined> {
  const row = await shown(db.selectFrom('stock_take as take')).where('take.id', '=', takeId).executeTakeFirst()
  return row && toStockTake(row)
}

/** For a stock take that is known to exist. */
export async function showStockTake(db: Db, takeId: number): Promise<StockTake> {
  const take = await findStockTake(db, takeId)
  if (!take) throw new Error(`The stock take ${takeId} is not there`)
  return take
}

type TakesQuery = Paging & { storeId: number; state?: StockTakeState | undefined }

/** A page of a store's stock takes. */
export async function findStockTakes(db: Db, { storeId, state, ...paging }: TakesQuery) {
  const ofStore = db.selectFrom('stock_take as take').where('take.store_id', '=', storeId)
  const { items, total } = await findPage(
    {
      matching: state ? ofStore.where('take.state', '=', state) : ofStore,
      show: shown,
      sorts: { id: sql`take.id` },
      usual: '-id',
      id: sql`take.id`,
    },
    paging,
  )
  return { items: items.map(toStockTake), total }
}

const LINE_COLUMNS: Columns<StockTakeLine> = {
  product_id: row => row.product_id,
  name: row => row.name,
  unit: row => row.unit,
  expected: row => row.expected,
  counted: row => row.counted,
  variance: row => row.variance,
  value: row => moneyCell(row.value),
  counted_at: row => shopTime(row.counted_at),
}

export const exportStockTakeLines =
  ({ db }: Context): ListExport<'stockTakeLines'> =>
  async ({ params, query, language }) => {
    if (!(await findStockTake(db, params.id))) return undefined
    const asked = { ...query, takeId: params.id, language }
    const rows = listTable({
      findIds: () => findLineIds(db, asked),
      rowsOf: ids => showLines(db, asked, ids),
      columns: LINE_COLUMNS,
    })
    return { name: `stock-take-${params.id}`, rows }
  }
