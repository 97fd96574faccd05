import type { Expression, QueryExecutorProvider, RawBuilder, SelectQueryBuilder } from 'kysely'

export type List<DB, TB extends keyof DB, Row> = {
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
  /** For a list of which there may be 100,000 rows. */
  long?: Long<DB, TB, Row>
}

/**
 * How a list stays quick with 100,000 rows. Either few rows match: then they are found by what narrows them, and sorted;
 * at once, where that needs nothing more.
 * Or many do: then a page of them soon comes when the order's index is walked and each row is looked at. Which of the two
 * it is, the database's statistics can't tell of words and of conditions that belong together, so it is found out.
 */
export type Long<DB, TB extends keyof DB, Row> = {
  db: QueryExecutorProvider
  /** The rows as `matching` has them, without a condition. */
  all: SelectQueryBuilder<DB, TB, {}>
  /** The id in `matching` and `all`. */
  id: RawBuilder<number>
  /** Its rows lie one after the other in the order's index: there is nothing to find before it is walked. */
  isInOrder: boolean
  /** The `id` of each matching row, where they are counted sooner than `matching` is. */
  counted?: Countable | undefined
  /** The matching rows where what they are sorted by is at hand when they are found. */
  keyed?: Keyed<Row> | undefined
  /** The shown rows again, asked for so that whatever narrows them is looked at row by row; else as `matching` has them. */
  walked?: Shown<Row>
  /** The same for matching rows that are few among many: gathered first, so that a row that is none of them is passed by. */
  gathered?: Shown<Row> | undefined
  /** Rows beyond these, and beyond the page that is shown, are not counted. */
  countedUpTo: number
}

type Countable = { limit(rows: number): Expression<unknown> }

/** `rows` as `id` and `raw`, of which `key` is made where it is sorted by: that costs more than to find a row. */
export type Keyed<Row> = {
  rows: Countable
  key?: RawBuilder<unknown> | undefined
  toRow: (id: number) => Row
}

/** Of a list that shows ids alone. */
export const rowOfId = (id: number): { id: number } => ({ id })

/** `has_more`: the list goes on beyond the total, and nobody counted how far. */
export type Page<Row> = { items: Row[]; total: number; has_more?: true }

type Order = {
  list: Pick<List<never, never, never>, 'sorts' | 'usual' | 'id'>
  sort: string | undefined
  isFromEnd?: boolean
}

/** A query of any tables, whose columns are chosen. */
export type Shown<Row> = {
  orderBy(by: RawBuilder<unknown>, direction: 'asc' | 'desc'): Shown<Row>
  limit(rows: number): Shown<Row>
  offset(rows: number): Shown<Row>
  execute(): Promise<Row[]>
}

export function inItsOrder<Row>(rows: Shown<Row>, { list, sort = list.usual, isFromEnd = false }: Order): Shown<Row> {
  const column = sort.replace(/^-/, '')
  const by = list.sorts[column]
  if (!by) throw new Error(`The list has no column ${column}`)
  const direction = sort.startsWith('-') !== isFromEnd ? 'desc' : 'asc'
  return rows.orderBy(by, direction).orderBy(list.id, direction)
}
