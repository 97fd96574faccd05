import { withoutDirectionControls } from './direction-controls.ts'

/** What a cell of a table may hold; null is an empty one. */
export type Cell = string | number | boolean | null

/** An amount of money in a table that is written: it has two decimals, also where they are zeros. */
type Money = { euros: number }

/** What a cell of a table may hold that is written. */
export type WrittenCell = Cell | Money

export const moneyCell = (euros: number | null): WrittenCell => (euros === null ? null : { euros })

/** Excel in Finland opens it as it is: UTF-8 with its mark, semicolons, decimal commas. */
export const CSV_BEGINNING = '\uFEFF'

/**
 * A text that a spreadsheet would run as a formula; spaces before it do not make it harmless. One that begins with
 * apostrophes of its own counts too, so that taking one apostrophe off gives each text back as it was.
 */
const FORMULA = /^'*(?:[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n\0])/

/** One line. A text that looks like a formula gets an apostrophe before it: spreadsheets then show it, and run nothing. */
export const csvLine = (cells: readonly WrittenCell[], decimals: Decimals = 'comma'): string =>
  `${cells.map(cell => csvCell(cell, decimals)).join(';')}\r\n`

/** People read a comma in Finland, programs a point. */
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

/** A cell's text without the apostrophe that `csvLine` put before it. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
