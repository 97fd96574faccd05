import { withoutDirectionControls } from './direction-controls.ts'

/** A table cell's value; null is an empty cell. */
export type Cell = string | number | boolean | null

/** An amount of money in a written table: always with two decimals. */
type Money = { euros: number }

/** A cell's value in a written table. */
export type WrittenCell = Cell | Money

export const moneyCell = (euros: number | null): WrittenCell => (euros === null ? null : { euros })

/** For Excel with Finnish settings: UTF-8 with a byte order mark, semicolons, decimal commas. */
export const CSV_BEGINNING = '\uFEFF'

/**
 * Text that a spreadsheet would evaluate as a formula, even after leading spaces. Leading apostrophes match too, so that
 * removing one apostrophe restores every text exactly.
 */
const FORMULA = /^'*(?:[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n\0])/

/** One line. Text that looks like a formula gets a leading apostrophe, so that spreadsheets show it and do not evaluate it. */
export const csvLine = (cells: readonly WrittenCell[], decimals: Decimals = 'comma'): string =>
  `${cells.map(cell => csvCell(cell, decimals)).join(';')}\r\n`

/** A comma for Finnish readers, a point for programs. */
export type Decimals = 'comma' | 'point'

function csvCell(cell: WrittenCell, decimals: Decimals): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return withDecimals(String(cell), decimals)
  if (typeof cell === 'object') return withDecimals(cell.euros.toFixed(2), decimals)
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const text = withoutDirectionControls(cell)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[";\r\n\t,']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const withDecimals = (number: string, decimals: Decimals) => (decimals === 'comma' ? number.replace('.', ',') : number)

/** A cell's text without the apostrophe that `csvLine` added. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text

/** The most certain first: a comma is also a decimal comma or part of a text. */
const SEPARATORS = [';', '\t', ','] as const
type Separator = (typeof SEPARATORS)[number]

/** Decodes a file: UTF-16 by its byte order mark or its many zero bytes, else UTF-8 if valid, else Windows-1252. */
export function textOfFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const zeros = zeroShares(bytes.subarray(0, 1_000))
  if (zeros.odd > MANY_ZEROS && zeros.even < FEW_ZEROS) return new TextDecoder('utf-16le').decode(bytes)
  if (zeros.even > MANY_ZEROS && zeros.odd < FEW_ZEROS) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Of UTF-16 every other byte of a western text is zero; other texts have no zero bytes. */
const MANY_ZEROS = 0.6
const FEW_ZEROS = 0.1

function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd']++
  })
  const pairs = Math.max(1, Math.floor(bytes.length / 2))
  return { even: zeros.even / pairs, odd: zeros.odd / pairs }
}

const MOST_CELLS = 1_000

/** A row has more cells than any table; parsing stops before its end. */
export class RowTooLong extends Error {}

/** The rows of a CSV file, as in RFC 4180 and spreadsheets; finds a missing separator. Throws RowTooLong. */
export function* csvRows(text: string, separator?: Separator): Generator<string[]> {
  // Excel's own declaration of the separator, in a line before the table.
  const named = /^sep=([;,\t])\r?\n/i.exec(text)
  const used = SEPARATORS.find(each => each === named?.[1]) ?? separator ?? separatorOf(text)
  let row: string[] = []
  let at = named?.[0].length ?? 0
  while (at <= text.length) {
    if (row.length >= MOST_CELLS) throw new RowTooLong()
    const { cell, end } = cellAt(text, at, used)
    row.push(cell)
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (text[end] === used) continue
    yield row
    row = []
    if (at >= text.length) return
  }
}

/** The separator is found in this many lines, and in no more text than this. */
const SAMPLE_LINES = 50
const SAMPLE_LENGTH = 50_000

/**
 * The separator that makes the largest table: the most lines of the same width above 1, times that width. A title with a comma and
 * decimal commas make a smaller one. The first of equals, also in a file of one column.
 */
function separatorOf(text: string): Separator {
  const plain = text.slice(0, SAMPLE_LENGTH).replaceAll(/"[^"]*"/g, '')
  const lines = plain.split(/\r\n?|\n/).filter(line => line.trim() !== '')
  const sizes = SEPARATORS.map(each => largestTable(lines.slice(0, SAMPLE_LINES), each))
  return SEPARATORS[sizes.indexOf(Math.max(...sizes))] ?? ';'
}

/** The cells of the largest table in some lines; 0: none has the separator. */
function largestTable(lines: readonly string[], separator: Separator): number {
  const byWidth = Map.groupBy(lines, line => line.split(separator).length)
  return Math.max(0, ...[...byWidth].map(([width, { length }]) => (width > 1 ? width * length : 0)))
}

function cellAt(text: string, at: number, separator: Separator): { cell: string; end: number } {
  if (text[at] !== '"') {
    const end = endOfCell(text, at, separator)
    return { cell: text.slice(at, end), end }
  }
  const close = closingQuote(text, at + 1)
  const end = endOfCell(text, close + 1, separator)
  // Text after a closing quote is not valid CSV, but it is kept.
  return { cell: text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, end), end }
}

function endOfCell(text: string, at: number, separator: Separator): number {
  for (let end = at; end < text.length; end++) {
    const sign = text[end]
    if (sign === separator || sign === '\n' || sign === '\r') return end
  }
  return text.length
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return text.length
}
