import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'

/** A page of a list as the contract's listQuery lets it be asked for. */
export type Paging = { sort?: string | undefined; page?: number | undefined; size?: number | undefined }

type List<DB, TB extends keyof DB, Row> = {
  /** Tables and conditions: what is counted. */
  matching: SelectQueryBuilder<DB, TB, {}>
  /** The same rows, asked for in a way that is quicker when there are many and a page needs few of them. */
  matchingMany?: SelectQueryBuilder<DB, TB, {}>
  /** Adds the columns, and joins that no condition needs. Of a list that may be long, ids alone: see inOrderOf. */
  show: (rows: SelectQueryBuilder<DB, TB, {}>) => SelectQueryBuilder<DB, TB, Row>
  /** What each column of the contract is sorted by. */
  sorts: Readonly<Record<string, RawBuilder<unknown>>>
  /** How the list comes when nobody says: a column, with a minus for the largest first. */
  usual: string
  /** Unique: makes any order the same one each time, so that no row is on two pages or on none. */
  id: RawBuilder<unknown>
}

const PAGE_SIZE = 50

/** So far into a list it is worth knowing its end before reading: the second half is read from there. */
const DEEP = 1000

/** From so many rows on a page is found by walking the order rather than by sorting what was found. */
const MANY = 4000

/** One page and the number of all rows. The total is counted by the database each time, with the same conditions. */
export async function findPage<DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>, paging: Paging) {
  const { page = 1, size = PAGE_SIZE } = paging
  const offset = (page - 1) * size
  if (list.matchingMany) return findPageOfMany(list, paging)
  if (offset < DEEP) {
    const [total, items] = await Promise.all([countRows(list), findRows(list, paging, { offset, limit: size })])
    return { items, total }
  }
  const total = await countRows(list)
  const limit = Math.min(size, total - offset)
  if (limit <= 0) return { items: [], total }
  if (offset < total / 2) return { items: await findRows(list, paging, { offset, limit }), total }
  const fromEnd = await findRows(list, paging, { offset: total - offset - limit, limit, isFromEnd: true })
  return { items: fromEnd.toReversed(), total }
}

/** Counts first, and reads by what the count says. */
async function findPageOfMany<DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>, paging: Paging) {
  const { page = 1, size = PAGE_SIZE } = paging
  const total = await countRows(list)
  const matching = total > MANY && list.matchingMany ? list.matchingMany : list.matching
  const items = await findRows({ ...list, matching }, paging, { offset: (page - 1) * size, limit: size })
  return { items, total }
}

async function countRows<DB, TB extends keyof DB, Row>({ matching }: List<DB, TB, Row>): Promise<number> {
  const counted = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  // Kysely loses a selected name's type in a generic function.
  return (counted as { total: number }).total
}

/**
 * One page of a list that grows for ever: its rows are counted up to `most`, and `has_more` tells that there are more.
 */
export async function findPageUpTo<DB, TB extends keyof DB, Row>(
  list: List<DB, TB, Row>,
  { db, paging, most }: { db: Kysely<DB>; paging: Paging; most: number },
) {
  const { page = 1, size = PAGE_SIZE } = paging
  const some = list.matching.select(sql`1`.as('one')).limit(most + 1)
  const [counted, items] = await Promise.all([
    sql<{ total: number }>`SELECT count(*) AS total FROM (${some}) AS counted`.execute(db),
    findRows(list, paging, { offset: (page - 1) * size, limit: size }),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { items, total: Math.min(total, most), has_more: total > most }
}

type Part = { offset: number; limit: number; isFromEnd?: true }

const findRows = <DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>, { sort }: Paging, part: Part) =>
  inItsOrder(list, { sort, isFromEnd: part.isFromEnd ?? false })
    .limit(part.limit)
    .offset(part.offset)
    .execute()

/** All rows, on all pages. Of a list that may be long, let it show ids alone. */
export const findAllRows = <DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>, sort?: string) =>
  inItsOrder(list, { sort, isFromEnd: false }).execute()

type Order = { sort: string | undefined; isFromEnd: boolean }

function inItsOrder<DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>, { sort = list.usual, isFromEnd }: Order) {
  const column = sort.replace(/^-/, '')
  const by = list.sorts[column]
  if (!by) throw new Error(`The list has no column ${column}`)
  const direction = sort.startsWith('-') !== isFromEnd ? 'desc' : 'asc'
  return list.show(list.matching).orderBy(by, direction).orderBy(list.id, direction)
}

/** Rows in the order of a page's ids: what is costly to show is looked up for the page alone. */
export function inOrderOf<Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number): Row[] {
  const byId = new Map(rows.map(row => [idOf(row), row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
