import { withoutDirectionControls } from './direction-controls.ts'

/** A table cell's value; null is an empty cell. */
export type CsvCell = string | number | boolean | null

/** An amount of money in a written table: always with two decimals. */
type MoneyCell = { euros: number }

/** A cell's value in a written table. */
export type WrittenCell = CsvCell | MoneyCell

export const moneyCell = (euros: number | null): WrittenCell => (euros === null ? null : { euros })

/** For Excel with Finnish settings: UTF-8 with a byte order mark, semicolons, decimal commas. */
export const CSV_BEGINNING = '\uFEFF'

/**
 * Text that a spreadsheet would evaluate as a formula, even after leading spaces. Leading apostrophes match too, so that
 * removing one apostrophe restores every text exactly.
 */
const FORMULA_START = /^'*(?:[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n\0])/

/** One line. Text that looks like a formula gets a leading apostrophe, so that spreadsheets show it and do not evaluate it. */
export const csvLine = (cells: readonly WrittenCell[], decimals: DecimalMark = 'comma'): string =>
  `${cells.map(cell => csvCell(cell, decimals)).join(';')}\r\n`

/** A comma for Finnish readers, a point for programs. */
export type DecimalMark = 'comma' | 'point'

function csvCell(cell: WrittenCell, decimals: DecimalMark): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return withDecimals(String(cell), decimals)
  if (typeof cell === 'object') return withDecimals(cell.euros.toFixed(2), decimals)
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const text = withoutDirectionControls(cell)
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return /[";\r\n\t,']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const withDecimals = (number: string, decimals: DecimalMark) =>
  decimals === 'comma' ? number.replace('.', ',') : number

/** A cell's text without the apostrophe that `csvLine` added. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text

/** The most certain first: a comma is also a decimal comma or part of a text. */
const CSV_SEPARATORS = [';', '\t', ','] as const
type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** Characters in a cell: as many as Excel holds. */
export const MAX_CELL_LENGTH = 32_767
const MAX_ROW_LENGTH = 1_000_000
const MAX_CELLS = 1_000

/** A file that is no table; reading stops where this is certain. `row` counts from 1. */
export class CsvFault extends Error {
  /** `quoteOpen`: a quotation mark begins a cell of the row and is not closed, or only in a later row. */
  readonly problem: 'quoteOpen' | 'cellTooLong' | 'rowTooLong'
  readonly row: number
  constructor(problem: CsvFault['problem'], row: number) {
    super(problem)
    this.problem = problem
    this.row = row
  }
}

/** The rows of a CSV file, as in RFC 4180 and spreadsheets; finds a missing separator. Throws CsvFault. */
export function* csvRows(text: string, separator?: CsvSeparator): Generator<string[]> {
  // Excel's own declaration of the separator, in a line before the table.
  const match = /^sep=([;,\t])\r?\n/i.exec(text)
  const used = CSV_SEPARATORS.find(each => each === match?.[1]) ?? separator ?? findSeparator(text)
  let row: string[] = []
  let count = 1
  let at = match?.[0].length ?? 0
  let start = at
  while (at <= text.length) {
    if (row.length >= MAX_CELLS || at - start > MAX_ROW_LENGTH) throw new CsvFault('rowTooLong', count)
    const read = readCell(text, at, used)
    if ('problem' in read) throw new CsvFault(read.problem, count)
    const { cell, end } = read
    row.push(cell)
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (text[end] === used) continue
    yield row
    row = []
    count++
    if (at >= text.length) return
    start = at
  }
}

/** The separator is found in this many lines, and in no more text than this. */
const SAMPLE_LINES = 50
const SAMPLE_LENGTH = 50_000

/**
 * The separator that makes the largest table: the most lines of the same width above 1, times that width. A title with a comma and
 * decimal commas make a smaller one. The first of equals, also in a file of one column.
 */
function findSeparator(text: string): CsvSeparator {
  const plain = text.slice(0, SAMPLE_LENGTH).replaceAll(/"[^"]*"/g, '')
  const lines = plain.split(/\r\n?|\n/).filter(line => line.trim() !== '')
  const sizes = CSV_SEPARATORS.map(each => largestTable(lines.slice(0, SAMPLE_LINES), each))
  return CSV_SEPARATORS[sizes.indexOf(Math.max(...sizes))] ?? ';'
}

/** The cells of the largest table in some lines; 0: none has the separator. */
function largestTable(lines: readonly string[], separator: CsvSeparator): number {
  const byWidth = Map.groupBy(lines, line => line.split(separator).length)
  return Math.max(0, ...[...byWidth].map(([width, { length }]) => (width > 1 ? width * length : 0)))
}

type CellRead = { cell: string; end: number } | { problem: 'quoteOpen' | 'cellTooLong' }

function readCell(text: string, at: number, separator: CsvSeparator): CellRead {
  if (text[at] !== '"') {
    const end = endOfCell(text, at, separator)
    return limitCell({ cell: text.slice(at, end), end })
  }
  const close = closingQuote(text, at + 1)
  if (close === undefined) return { problem: 'quoteOpen' }
  const end = endOfCell(text, close + 1, separator)
  const inside = text.slice(at + 1, close)
  // The mark that seems to close it begins a cell of a later row.
  if (end > close + 1 && /[\r\n]/.test(inside)) return { problem: 'quoteOpen' }
  // Text after a closing quote is not valid CSV, but it is kept.
  return limitCell({ cell: inside.replaceAll('""', '"') + text.slice(close + 1, end), end })
}

const limitCell = (read: { cell: string; end: number }): CellRead =>
  read.cell.length > MAX_CELL_LENGTH ? { problem: 'cellTooLong' } : read

/** The end of a cell without quotes, or a place beyond the longest one. */
function endOfCell(text: string, at: number, separator: CsvSeparator): number {
  const last = Math.min(text.length, at + MAX_CELL_LENGTH + 1)
  for (let end = at; end < last; end++) {
    const sign = text[end]
    if (sign === separator || sign === '\n' || sign === '\r') return end
  }
  return last
}

/** Undefined: there is none within the longest cell, in which each character may be a doubled quote. */
function closingQuote(text: string, from: number): number | undefined {
  const last = from + 2 * MAX_CELL_LENGTH
  for (let at = text.indexOf('"', from); at >= 0 && at <= last; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at
  return undefined
}
