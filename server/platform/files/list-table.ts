import type { WrittenCell } from '#domain/format/csv.ts'

/** Read and sent at a time. */
const CHUNK = 500

type ListTable<Row> = {
  /** Which rows there are, and their order: settled at the start. */
  findIds: () => Promise<readonly number[]>
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>
  /** By the names that the fields have everywhere else. */
  columns: Readonly<Record<string, (row: Row) => WrittenCell>>
}

/** The head of a list and all its rows, some at a time, to be sent as a file. */
export async function* listTable<Row>({ findIds, rowsOf, columns }: ListTable<Row>): AsyncGenerator<WrittenCell[][]> {
  const ids = await findIds()
  yield [Object.keys(columns)]
  for (let at = 0; at < ids.length; at += CHUNK) {
    const rows = await rowsOf(ids.slice(at, at + CHUNK))
    yield rows.map(row => Object.values(columns).map(of => of(row)))
  }
}
