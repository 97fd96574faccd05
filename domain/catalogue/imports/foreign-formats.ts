import type { CsvCell } from '#domain/format/csv.ts'
import { FOREIGN_FORMATS, type ForeignFormat } from './foreign-programs.ts'
import type { ColumnName } from './import-columns.ts'
import { plainHeading, plainHeadings } from './plain-heading.ts'
import { cellText } from './sheet-cells.ts'

/** The program whose headings a file has; undefined: another list. */
export function findFormat(cells: readonly CsvCell[]): ForeignFormat | undefined {
  const headings = new Set(plainHeadings(cells))
  return FOREIGN_FORMATS.find(({ signs }) =>
    signs.some(all => all.every(heading => headings.has(plainHeading(heading)))),
  )
}

const TAX_HEAD = /^["']?(?:tax|vat|alv|vero|moms|skatt)\b.*?(\d{1,2}(?:[.,]\d+)?)\s*%/i

/** The rate in the heading of a tax; undefined: it is no such heading. */
export const taxRateIn = (cell: CsvCell): string | undefined => TAX_HEAD.exec(cellText(cell))?.[1]

/** The field of each heading of a program’s file. */
export function formatColumns(format: ForeignFormat, cells: readonly CsvCell[]): (ColumnName | undefined)[] {
  const headings = plainHeadings(cells)
  const columns: (ColumnName | undefined)[] = cells.map(() => undefined)
  const fill = (column: ColumnName, at: number) => {
    if (at >= 0 && columns[at] === undefined && !columns.includes(column)) columns[at] = column
  }
  for (const [heading, column] of format.columns) fill(column, headings.indexOf(plainHeading(heading)))
  for (const [heading, column] of format.beginnings ?? [])
    fill(
      column,
      headings.findIndex(each => each.startsWith(plainHeading(heading))),
    )
  if (format.hasTaxColumns)
    fill(
      'vat_class',
      cells.findIndex(cell => taxRateIn(cell) !== undefined),
    )
  return columns
}
