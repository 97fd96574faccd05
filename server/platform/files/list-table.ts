import type { WrittenCell } from '#domain/format/csv.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { zonedTime } from '#domain/zoned-time.ts'

/** Rows that are read and sent at a time. */
const CHUNK = 500

/** The columns of a list's file, in order, by the field names that are used everywhere else. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => WrittenCell>>

type ListTable<Row> = {
  /** The ids of the rows, in order: fixed at the start. */
  findIds: () => Promise<readonly number[]>
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>
  columns: Columns<Row>
}

const cellsOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): WrittenCell[][] =>
  rows.map(row => Object.values(columns).map(of => of(row)))

/** The header of a list and all its rows, in chunks, to be sent as a file. */
export async function* listTable<Row>({ findIds, rowsOf, columns }: ListTable<Row>): AsyncGenerator<WrittenCell[][]> {
  const ids = await findIds()
  yield [Object.keys(columns)]
  for (let at = 0; at < ids.length; at += CHUNK) yield cellsOf(columns, await rowsOf(ids.slice(at, at + CHUNK)))
}

/** The same of a short list, whose rows are read at once. */
export async function* shortListTable<Row>(
  columns: Columns<Row>,
  findRows: () => Promise<readonly Row[]>,
): AsyncGenerator<WrittenCell[][]> {
  const rows = await findRows()
  yield [Object.keys(columns), ...cellsOf(columns, rows)]
}

/** An instant in the local time of a zone, in a format that spreadsheets recognise. */
export const localTime = (instant: string, timeZone: string): string =>
  new Date(zonedTime(new Date(instant), timeZone).wallMs).toISOString().slice(0, 19).replace('T', ' ')

/** An instant in the local time of the shop, in a format that spreadsheets recognise. */
export const shopTime = (instant: string | null): string | null =>
  instant === null ? null : localTime(instant, SHOP_TIME_ZONE)
