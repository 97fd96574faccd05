import { sql, type Kysely } from 'kysely'
import { findLongPage } from './find-long-page.ts'
import { applySort, type ListDefinition, type Page } from './list.ts'

/** A page of a list, as the contract's listQuery allows it to be requested. */
export type Paging = { sort?: string | undefined; page?: number | undefined; size?: number | undefined }

const PAGE_SIZE = 50

/** From this offset on, the end of the list is determined before reading: its second half is read from there. */
const DEEP_OFFSET = 1000

/** From this many rows on, a page is found by scanning the index of the order rather than by sorting the matches. */
const MANY_ROWS = 4000

/** One page and the number of all rows. The database counts the total each time, with the same conditions. */
export async function findPage<DB, TB extends keyof DB, Row>(
  list: ListDefinition<DB, TB, Row>,
  paging: Paging,
): Promise<Page<Row>> {
  const { sort, page = 1, size = PAGE_SIZE } = paging
  const offset = (page - 1) * size
  if (list.long) return findLongPage(list, list.long, { sort, offset, size })
  if (list.matchingMany) return findPageOfMany(list, paging)
  if (offset < DEEP_OFFSET) {
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

/** Counts first; the count decides how the page is read. */
async function findPageOfMany<DB, TB extends keyof DB, Row>(list: ListDefinition<DB, TB, Row>, paging: Paging) {
  const { page = 1, size = PAGE_SIZE } = paging
  const total = await countRows(list)
  const matching = total > MANY_ROWS && list.matchingMany ? list.matchingMany : list.matching
  const items = await findRows({ ...list, matching }, paging, { offset: (page - 1) * size, limit: size })
  return { items, total }
}

async function countRows<DB, TB extends keyof DB, Row>({ matching }: ListDefinition<DB, TB, Row>): Promise<number> {
  const counted = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  // Kysely loses a selected name's type in a generic function.
  return (counted as { total: number }).total
}

/** One page of an ever-growing list: its rows are counted up to `max`, and `has_more` is true if there are more. */
export async function findPageUpTo<DB, TB extends keyof DB, Row>(
  list: ListDefinition<DB, TB, Row>,
  { db, paging, max }: { db: Kysely<DB>; paging: Paging; max: number },
) {
  const { page = 1, size = PAGE_SIZE } = paging
  const some = list.matching.select(sql`1`.as('one')).limit(max + 1)
  const [counted, items] = await Promise.all([
    sql<{ total: number }>`SELECT count(*) AS total FROM (${some}) AS counted`.execute(db),
    findRows(list, paging, { offset: (page - 1) * size, limit: size }),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { items, total: Math.min(total, max), has_more: total > max }
}

type PageSlice = { offset: number; limit: number; isFromEnd?: true }

const findRows = <DB, TB extends keyof DB, Row>(list: ListDefinition<DB, TB, Row>, { sort }: Paging, part: PageSlice) =>
  applySort(list.select(list.matching), { list, sort, isFromEnd: part.isFromEnd ?? false })
    .limit(part.limit)
    .offset(part.offset)
    .execute()

/** All rows, on all pages. A list that may be long should only show ids. */
export const findAllRows = <DB, TB extends keyof DB, Row>(list: ListDefinition<DB, TB, Row>, sort?: string) =>
  applySort(list.select(list.matching), { list, sort }).execute()

/** Rows in the order of a page's ids: costly columns are then looked up for that page only. */
export function sortByIds<Row>(ids: readonly number[], rows: readonly Row[], getId: (row: Row) => number): Row[] {
  const byId = new Map(rows.map(row => [getId(row), row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
