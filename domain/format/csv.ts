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
