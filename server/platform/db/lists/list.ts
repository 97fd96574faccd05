import type { Expression, QueryExecutorProvider, RawBuilder, SelectQueryBuilder } from 'kysely'

export type ListDefinition<DB, TB extends keyof DB, Row> = {
  /** Tables and conditions: what is counted. */
  matching: SelectQueryBuilder<DB, TB, {}>
  /** The same rows, by a query that is faster when there are many and a page needs few of them. */
  matchingMany?: SelectQueryBuilder<DB, TB, {}>
  /** Adds the columns, and joins that no condition needs. A list that may be long shows only ids: see sortByIds. */
  select: (rows: SelectQueryBuilder<DB, TB, {}>) => SelectQueryBuilder<DB, TB, Row>
  /** The sort expression of each column of the contract. */
  sorts: Readonly<Record<string, RawBuilder<unknown>>>
  /** The default order: a column, with a minus for the largest first. */
  defaultSort: string
  /** Unique: makes any order deterministic, so that no row is on two pages or on none. */
  id: RawBuilder<unknown>
  /** For a list that may have 100,000 rows. */
  long?: LongList<DB, TB, Row>
}

/**
 * How a list stays fast with 100,000 rows. If few rows match, they are found by their conditions and sorted; in one step, where
 * that needs nothing more. If many match, a page of them is soon filled by scanning the order's index and checking each row. The
 * database's statistics can't predict which case it is for words and for correlated conditions, so the matches are counted first,
 * up to a limit.
 */
export type LongList<DB, TB extends keyof DB, Row> = {
  db: QueryExecutorProvider
  /** The rows of `matching`, without a condition. */
  all: SelectQueryBuilder<DB, TB, {}>
  /** The id in `matching` and `all`. */
  id: RawBuilder<number>
  /** The matching rows are contiguous in the order's index: a page is read from it directly. */
  isInOrder: boolean
  /** The `id` of each matching row, where they are counted faster than `matching` is. */
  countQuery?: CountableQuery | undefined
  /** The matching rows, where their sort key is available when they are found. */
  withSortKey?: WithSortKey<Row> | undefined
  /** The shown rows, by a query whose conditions are checked row by row; defaults to `matching`. */
  indexScan?: SelectedRows<Row>
  /** The same for few matches among many rows: materialised first, so that other rows are skipped. */
  materialised?: SelectedRows<Row> | undefined
  /** Rows beyond these, and beyond the page that is shown, are not counted. */
  countedUpTo: number
}

type CountableQuery = { limit(rows: number): Expression<unknown> }

/** `rows` as `id` and `raw`. `key` is computed from `raw` for sorting, which costs more than finding a row. */
export type WithSortKey<Row> = {
  rows: CountableQuery
  key?: RawBuilder<unknown> | undefined
  toRow: (id: number) => Row
}

/** For a list that shows only ids. */
export const rowOfId = (id: number): { id: number } => ({ id })

/** `has_more`: there are more rows than `total`, which are not counted. */
export type Page<Row> = { items: Row[]; total: number; has_more?: true }

type OrderInput = {
  list: Pick<ListDefinition<never, never, never>, 'sorts' | 'defaultSort' | 'id'>
  sort: string | undefined
  isFromEnd?: boolean
}

/** A query of any tables, whose columns are chosen. */
type SelectedRows<Row> = {
  orderBy(by: RawBuilder<unknown>, direction: 'asc' | 'desc'): SelectedRows<Row>
  limit(rows: number): SelectedRows<Row>
  offset(rows: number): SelectedRows<Row>
  execute(): Promise<Row[]>
}

export function applySort<Row>(
  rows: SelectedRows<Row>,
  { list, sort = list.defaultSort, isFromEnd = false }: OrderInput,
): SelectedRows<Row> {
  const column = sort.replace(/^-/, '')
  const by = list.sorts[column]
  if (!by) throw new Error(`The list has no column ${column}`)
  const direction = sort.startsWith('-') !== isFromEnd ? 'desc' : 'asc'
  return rows.orderBy(by, direction).orderBy(list.id, direction)
}
