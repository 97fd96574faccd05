import type { RawBuilder, SelectQueryBuilder } from 'kysely'

/** A page of a list as the contract's listQuery lets it be asked for. */
export type Paging = { sort?: string | undefined; page?: number | undefined; size?: number | undefined }

type List<DB, TB extends keyof DB, Row> = {
  /** Tables and conditions: what is counted. */
  matching: SelectQueryBuilder<DB, TB, {}>
  /** Adds the columns, and joins that no condition needs. */
  show: (rows: SelectQueryBuilder<DB, TB, {}>) => SelectQueryBuilder<DB, TB, Row>
  /** What each column of the contract is sorted by. */
  sorts: Readonly<Record<string, RawBuilder<unknown>>>
  /** How the list comes when nobody says: a column, with a minus for the largest first. */
  usual: string
  /** Unique: makes any order the same one each time, so that no row is on two pages or on none. */
  id: RawBuilder<unknown>
}

const PAGE_SIZE = 50

/** One page and the number of all rows. The total is counted by the database each time, with the same conditions. */
export async function findPage<DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>, paging: Paging) {
  const { sort = list.usual, page = 1, size = PAGE_SIZE } = paging
  const column = sort.replace(/^-/, '')
  const by = list.sorts[column]
  if (!by) throw new Error(`The list has no column ${column}`)
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const [counted, items] = await Promise.all([
    list.matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    list
      .show(list.matching)
      .orderBy(by, direction)
      .orderBy(list.id, direction)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  // Kysely loses a selected name's type in a generic function.
  return { items, total: (counted as { total: number }).total }
}
