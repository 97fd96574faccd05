import { findLongPage } from './find-long-page.ts'
import { inItsOrder, type List, type Page } from './list.ts'

/** A page of a list as the contract's listQuery lets it be asked for. */
export type Paging = { sort?: string | undefined; page?: number | undefined; size?: number | undefined }

const PAGE_SIZE = 50

/** One page and the number of all rows, which the database counts each time. */
export async function findPage<DB, TB extends keyof DB, Row>(
  list: List<DB, TB, Row>,
  { sort, page = 1, size = PAGE_SIZE }: Paging,
): Promise<Page<Row>> {
  const offset = (page - 1) * size
  if (list.long) return findLongPage(list, list.long, { sort, offset, size })
  const [total, items] = await Promise.all([countRows(list), findRows(list, { sort, offset, limit: size })])
  return { items, total }
}

async function countRows<DB, TB extends keyof DB, Row>({ matching }: List<DB, TB, Row>): Promise<number> {
  const counted = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  // Kysely loses a selected name's type in a generic function.
  return (counted as { total: number }).total
}

const findRows = <DB, TB extends keyof DB, Row>(
  list: List<DB, TB, Row>,
  { sort, offset, limit }: { sort: string | undefined; offset: number; limit: number },
) => inItsOrder(list.show(list.matching), { list, sort }).limit(limit).offset(offset).execute()

/** All rows, on all pages. Of a list that may be long, let it show ids alone. */
export const findAllRows = <DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>, sort?: string) =>
  inItsOrder(list.show(list.matching), { list, sort }).execute()

/** Rows in the order of a page's ids: what is costly to show is looked up for the page alone. */
export function inOrderOf<Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number): Row[] {
  const byId = new Map(rows.map(row => [idOf(row), row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
