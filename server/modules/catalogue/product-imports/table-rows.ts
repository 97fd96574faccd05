import { setImmediate } from 'node:timers/promises'
import type { ColumnName } from '#domain/catalogue/imports/import-columns.ts'
import { MAX_ROWS_ABOVE, readHeadings } from '#domain/catalogue/imports/import-headings.ts'
import { isEmptyRow } from '#domain/catalogue/imports/import-row.ts'
import { CsvFault, csvRows, withoutGuard } from '#domain/format/csv.ts'
import { decodeText } from '#domain/format/text-encoding.ts'
import { UnreadableFile } from './open-xlsx.ts'
import { type NumberedRow, xlsxRows } from './xlsx-rows.ts'

const MAX_ROWS = 20_000
const CHUNK_SIZE = 500
/** Characters in a chunk: rows may be long. */
const MAX_CHUNK_LENGTH = 250_000
/** Spreadsheets store rows that are only coloured, or were emptied; a file with only such rows is no table. */
const MAX_EMPTY_ROWS = 100_000

type TableColumns = readonly (ColumnName | undefined)[]

export type ImportTable = {
  columns: TableColumns
  ignored: string[]
  headings: NumberedRow
  /** Without the header and empty rows, in chunks; each row with its number in the file. */
  rows: AsyncIterable<NumberedRow[]>
}

const beginsWith = (file: Buffer, ...bytes: number[]) => bytes.every((byte, at) => file[at] === byte)

/** Which of the first rows has the headings, and the columns if an admin chose them; undefined: none has. */
export type FindHeadings = (
  first: readonly NumberedRow[],
) => Promise<{ at: number; columns?: TableColumns } | undefined>

/** Opens the table in a file. Throws UnreadableFile, also while rows are read. */
export async function openTable(file: Buffer, find: FindHeadings): Promise<ImportTable> {
  const { first, more } = await openRows(file)
  const found = await find(first)
  const headings = first[found?.at ?? -1]
  if (!found || !headings) throw new UnreadableFile('noColumns')
  const read = readHeadings(headings.cells, found.columns)
  if ('problem' in read) throw new UnreadableFile(read.problem, undefined, read)
  return { ...read, headings, rows: counted(first.slice(found.at + 1), more) }
}

/** The first rows that are not empty, enough to find the headings, and the others. The file’s first bytes determine its type. */
export async function openRows(file: Buffer): Promise<{ first: NumberedRow[]; more: AsyncIterator<NumberedRow[]> }> {
  if (beginsWith(file, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFile('oldExcel')
  // The first entry of a packed OpenDocument is its type, not compressed.
  if (beginsWith(file, 0x50, 0x4b) && file.subarray(0, 100).includes('opendocument'))
    throw new UnreadableFile('openDocument')
  const rows = filledRows(beginsWith(file, 0x50, 0x4b) ? xlsxRows(file) : csvChunks(file))
  const more = rows[Symbol.asyncIterator]()
  const first: NumberedRow[] = []
  while (first.length <= MAX_ROWS_ABOVE) {
    const next = await more.next()
    if (next.done) break
    first.push(...next.value)
  }
  if (first.length === 0) throw new UnreadableFile('empty')
  return { first, more }
}

async function* csvChunks(file: Buffer): AsyncGenerator<NumberedRow[]> {
  const text = decodeText(file)
  // Web pages and XML are also saved with the extension of a spreadsheet.
  if (text.slice(0, 4_000).includes('\0') || text.trimStart().startsWith('<'))
    throw new UnreadableFile('notSpreadsheet')
  let chunk: NumberedRow[] = []
  let row = 0
  let length = 0
  for (const cells of validRows(text)) {
    chunk.push({ row: ++row, cells: cells.map(withoutGuard) })
    for (const cell of cells) length += cell.length
    if (chunk.length < CHUNK_SIZE && length < MAX_CHUNK_LENGTH) continue
    yield chunk
    chunk = []
    length = 0
  }
  yield chunk
}

function* validRows(text: string): Generator<string[]> {
  try {
    yield* csvRows(text)
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    const { problem, row } = error
    throw problem === 'rowTooLong' ? new UnreadableFile('tooLarge', error) : new UnreadableFile(problem, error, { row })
  }
}

async function* filledRows(chunks: AsyncIterable<NumberedRow[]>): AsyncGenerator<NumberedRow[]> {
  let empty = 0
  for await (const chunk of chunks) {
    // Promises do not yield to the event loop: requests are served and leases renewed between chunks.
    await setImmediate()
    const filled = chunk.filter(({ cells }) => !isEmptyRow(cells))
    empty += chunk.length - filled.length
    if (empty > MAX_EMPTY_ROWS) throw new UnreadableFile('tooManyRows')
    if (filled.length > 0) yield filled
  }
}

async function* counted(rest: NumberedRow[], more: AsyncIterator<NumberedRow[]>): AsyncGenerator<NumberedRow[]> {
  let count = rest.length
  yield rest
  for (let next = await more.next(); !next.done; next = await more.next()) {
    count += next.value.length
    if (count > MAX_ROWS) throw new UnreadableFile('tooManyRows')
    yield next.value
  }
}
