import type { WrittenCell } from '#domain/format/csv.ts'

/** Rows that are read and sent at a time. */
const CHUNK = 500

type ListTable<Row> = {
  /** The ids of the rows, in order: fixed at the start. */
  findIds: () => Promise<readonly number[]>
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>
  /** By the field names that are used everywhere else. */
  columns: Readonly<Record<string, (row: Row) => WrittenCell>>
}

/** The header of a list and all its rows, in chunks, to be sent as a file. */
export async function* listTable<Row>({ findIds, rowsOf, columns }: ListTable<Row>): AsyncGenerator<WrittenCell[][]> {
  const ids = await findIds()
  yield [Object.keys(columns)]
  for (let at = 0; at < ids.length; at += CHUNK) {
    const rows = await rowsOf(ids.slice(at, at + CHUNK))
    yield rows.map(row => Object.values(columns).map(of => of(row)))
  }
}
