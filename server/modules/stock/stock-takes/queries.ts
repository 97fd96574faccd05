import { type SelectQueryBuilder, sql } from 'kysely'
import type { StockTake, StockTakeLine, StockTakeState } from '#contract/stock/stock-takes.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { matchingProducts, nameIn } from '#server/modules/catalogue/admin-products/match-products.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { findPage, type Paging, findAllRows, sortByIds } from '#server/platform/db/lists/find-page.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, columnsFor, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

type SelectTakes = SelectQueryBuilder<Database & { take: Database['stock_take'] }, 'take', {}>

const selectStockTakeColumns = (rows: SelectTakes) =>
  rows
    .innerJoin('app_user as starter', 'starter.id', 'take.started_by')
    .leftJoin('app_user as closer', 'closer.id', 'take.closed_by')
    .selectAll('take')
    .select(['starter.email as starter_email', 'closer.email as closer_email'])
    .select(
      sql<{ counted: number; with_variance: number; cents: number }>`(
        SELECT json_build_object('counted', count(*), 'with_variance', count(*) FILTER (WHERE ${VARIANCE_THOUSANDTHS} <> 0),
          'cents', coalesce(sum(${VARIANCE_CENTS}), 0))
        FROM stock_take_line line
        JOIN product_version version ON version.product_id = line.product_id AND version.is_current
        WHERE line.stock_take_id = take.id)`.as('found'),
    )

type StockTakeRow = Awaited<ReturnType<ReturnType<typeof selectStockTakeColumns>['execute']>>[number]

const toStockTake = (row: StockTakeRow): StockTake => ({
  id: row.id,
  store_id: row.store_id,
  state: row.state,
  started_by: { id: row.started_by, email: row.starter_email },
  started_at: row.started_at.toISOString(),
  closed_by:
    row.closed_by === null || row.closer_email === null ? null : { id: row.closed_by, email: row.closer_email },
  closed_at: row.closed_at?.toISOString() ?? null,
  counted: row.found.counted,
  with_variance: row.found.with_variance,
  value: eurosFromCents(row.found.cents),
})

export async function findStockTake(db: Db, takeId: number): Promise<StockTake | undefined> {
  const row = await selectStockTakeColumns(db.selectFrom('stock_take as take'))
    .where('take.id', '=', takeId)
    .executeTakeFirst()
  return row && toStockTake(row)
}

/** For a stock take that is known to exist. */
export async function getStockTake(db: Db, takeId: number): Promise<StockTake> {
  const take = await findStockTake(db, takeId)
  if (!take) throw new Error(`The stock take ${takeId} is not there`)
  return take
}

type TakesQuery = Paging & { storeId: number; state?: StockTakeState | undefined }

/** A page of a store's stock takes. */
export async function findStockTakes(db: Db, { storeId, state, ...paging }: TakesQuery) {
  const storeTakes = db.selectFrom('stock_take as take').where('take.store_id', '=', storeId)
  const { items, total } = await findPage(
    {
      matching: state ? storeTakes.where('take.state', '=', state) : storeTakes,
      select: selectStockTakeColumns,
      sorts: { id: sql`take.id` },
      defaultSort: '-id',
      id: sql`take.id`,
    },
    paging,
  )
  return { items: items.map(toStockTake), total }
}

const LINE_COLUMNS: Columns<StockTakeLine> = {
  product_id: { heading: 'stock.stocktake.product_id', cell: row => row.product_id },
  name: { heading: 'stock.stocktake.name', cell: row => row.name },
  unit: { heading: 'stock.stocktake.unit', cell: row => row.unit },
  expected: { heading: 'stock.stocktake.expected', cell: row => row.expected },
  counted: { heading: 'stock.stocktake.counted', cell: row => row.counted },
  variance: { heading: 'stock.stocktake.variance', cell: row => row.variance },
  value: { heading: 'stock.stocktake.value', cell: row => moneyCell(row.value), isForKeepers: true },
  counted_at: { heading: 'stock.stocktake.counted_at', cell: row => shopTime(row.counted_at) },
}

export const exportStockTakeLines =
  ({ db }: Context): ListExport<'stockTakeLines'> =>
  async ({ params, query, language, isKeeper }, headings) => {
    if (!(await findStockTake(db, params.id))) return undefined
    const input = { ...query, takeId: params.id, language }
    const rows = listTable({
      findIds: () => findLineIds(db, input),
      idRowsSql: ids => listLines(db, input, ids),
      columns: columnsFor(LINE_COLUMNS, isKeeper),
      headings,
    })
    return { name: `stock-take-${params.id}`, rows }
  }

/** The sum of other counts and corrections since counting of a line's product began: they corrected that much already. */
const recountedSince = (
  line: string,
  storeId: string,
) => sql<number>`(SELECT coalesce(sum(quantity_thousandths), 0)::bigint
  FROM stock_move WHERE store_id = ${sql.ref(storeId)} AND product_id = ${sql.ref(`${line}.product_id`)}
    AND kind IN ('count', 'correction') AND id > ${sql.ref(`${line}.last_recount_id`)})`

/**
 * How many more were counted than the ledger had at that moment. Later sales, deliveries and waste change shelf and ledger alike.
 * Once posted, this is the posted value.
 */
export const VARIANCE_THOUSANDTHS = sql<number>`coalesce(line.posted_thousandths,
  line.counted_thousandths - line.expected_thousandths - ${recountedSince('line', 'take.store_id')})`

/** In cents at today's selling price, rounded as prices are. */
const VARIANCE_CENTS = sql<number>`round(${VARIANCE_THOUSANDTHS} * version.price_cents / 1000.0)::bigint`

type LinesQuery = Paging & {
  takeId: number
  language: LanguageCode
  q?: string | undefined
  counted?: boolean | undefined
  with_variance?: boolean | undefined
  productId?: number | undefined
}

/** The counted products, and others that the store offers or has. */
function selectLines(db: Db, { takeId, q, counted, with_variance, productId }: LinesQuery) {
  let rows = db
    .selectFrom('stock_take as take')
    .innerJoin('store_stock as shelf', 'shelf.store_id', 'take.store_id')
    .innerJoin('product', 'product.id', 'shelf.product_id')
    .innerJoin('product_version as version', currentOfProduct)
    .leftJoin('stock_take_line as line', join =>
      join.onRef('line.stock_take_id', '=', 'take.id').onRef('line.product_id', '=', 'product.id'),
    )
    .where('take.id', '=', takeId)
    .where('product.product_type', '=', 'standard')
    .where(({ eb, or }) =>
      or([
        eb('line.product_id', 'is not', null),
        eb('shelf.offered', '=', true),
        eb('shelf.quantity_thousandths', '<>', 0),
      ]),
    )
  if (counted !== undefined) rows = rows.where('line.product_id', counted ? 'is not' : 'is', null)
  if (with_variance !== undefined) rows = rows.where(VARIANCE_THOUSANDTHS, with_variance ? '<>' : '=', 0)
  if (productId !== undefined) rows = rows.where('product.id', '=', productId)
  if (q !== undefined) rows = rows.where('product.id', 'in', matchingProducts(db, { q }).select('product.id'))
  return rows
}

type LineTables = ReturnType<typeof selectLines> extends SelectQueryBuilder<infer DB, infer TB, {}> ? [DB, TB] : never

const selectLineColumns = (rows: SelectQueryBuilder<LineTables[0], LineTables[1], {}>, language: LanguageCode) =>
  rows
    .select(['product.id as product_id', 'version.unit', 'line.counted_thousandths', 'line.counted_at'])
    .select('shelf.quantity_thousandths')
    .select([nameIn(language).as('name')])
    .select(sql<number | null>`CASE WHEN line.product_id IS NOT NULL THEN ${VARIANCE_THOUSANDTHS} END`.as('variance'))
    .select(sql<number | null>`CASE WHEN line.product_id IS NOT NULL THEN ${VARIANCE_CENTS} END`.as('value_cents'))

const lineList = (db: Db, query: LinesQuery) => ({
  matching: selectLines(db, query),
  sorts: {
    name: sql`search_form(${nameIn(query.language)}) collate "C"`,
    counted_at: sql`line.counted_at`,
    variance: VARIANCE_THOUSANDTHS,
    value: VARIANCE_CENTS,
    id: sql`product.id`,
  },
  defaultSort: 'name',
  id: sql`product.id`,
})

/** A page of the lines of a stock take. */
export async function findLines(db: Db, query: LinesQuery): Promise<{ items: StockTakeLine[]; total: number }> {
  const { items, total } = await findPage(
    { ...lineList(db, query), select: rows => selectLineColumns(rows, query.language) },
    query,
  )
  return { items: items.map(toLine), total }
}

/** The products of all lines that match the query, in its order. */
const findLineIds = async (db: Db, query: LinesQuery): Promise<number[]> =>
  (await findAllRows({ ...lineList(db, query), select: rows => rows.select('product.id') }, query.sort)).map(
    ({ id }) => id,
  )

/** The lines of these products, in the order of the ids. */
async function listLines(
  db: Db,
  { takeId, language }: Pick<LinesQuery, 'takeId' | 'language'>,
  ids: readonly number[],
): Promise<StockTakeLine[]> {
  const rows = selectLineColumns(selectLines(db, { takeId, language }), language)
  const found = await rows.where('product.id', '=', anyId(ids)).execute()
  return sortByIds(ids, found, ({ product_id }) => product_id).map(toLine)
}

type LineRow = Awaited<ReturnType<ReturnType<typeof selectLineColumns>['execute']>>[number]

function toLine(row: LineRow): StockTakeLine {
  const { product_id, name, unit, counted_thousandths: counted, variance, value_cents: value } = row
  const isCounted = counted !== null && variance !== null && value !== null
  return {
    product_id,
    name,
    unit,
    counted: isCounted ? quantityFromThousandths(counted) : null,
    expected: quantityFromThousandths(isCounted ? counted - variance : row.quantity_thousandths),
    variance: isCounted ? quantityFromThousandths(variance) : null,
    value: isCounted ? eurosFromCents(value) : null,
    counted_at: row.counted_at?.toISOString() ?? null,
  }
}
