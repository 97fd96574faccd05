import { csvRows } from '#domain/format/csv.ts'
import type { GridColumn, GridProduct } from './grid-cells.ts'
import type { EnteredCell } from './grid-edits.ts'

/** Cells by row and column, as spreadsheets copy them: tabs between cells, and quotation marks around those with line breaks. */
export type CellBlock = readonly (readonly string[])[]

/** A block whose quotation marks don't match is read without them. */
export function readBlock(text: string): CellBlock {
  try {
    return [...csvRows(text, '\t')]
  } catch {
    return text.split(/\r?\n/).map(line => line.split('\t'))
  }
}

export const writeBlock = (block: CellBlock): string => block.map(row => row.map(quoteCell).join('\t')).join('\n')

const quoteCell = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Cells from one to another, both included, by their places in the rows and in the columns. */
export type CellRange = { top: number; bottom: number; left: number; right: number }

export type GridView = { products: readonly GridProduct[]; columns: readonly GridColumn[] }

/** The cells of a range with a text for each. */
export const fillRange = (
  { products, columns }: GridView,
  range: CellRange,
  textAt: (row: number, column: number) => string,
): EnteredCell[] =>
  products
    .slice(range.top, range.bottom + 1)
    .flatMap((product, row) =>
      columns
        .slice(range.left, range.right + 1)
        .map((column, index) => ({ product, column, text: textAt(row, index) })),
    )

const countRepeats = (selected: number, copied: number) => (selected % copied === 0 ? selected : copied)

/** The range that a pasted block fills: the block’s own, or the whole selected range where the block repeats in it. */
export function pasteRange(block: CellBlock, range: CellRange, view: GridView): CellRange {
  const [rows, columns] = [block.length, Math.max(...block.map(row => row.length))]
  const bottom = range.top + countRepeats(range.bottom - range.top + 1, rows) - 1
  const right = range.left + countRepeats(range.right - range.left + 1, columns) - 1
  return {
    ...range,
    bottom: Math.min(bottom, view.products.length - 1),
    right: Math.min(right, view.columns.length - 1),
  }
}

/** The cells that a block fills from the first cell of a range; what goes beyond the grid is dropped. */
export function pasteBlock(view: GridView, range: CellRange, block: CellBlock): EnteredCell[] {
  const target = pasteRange(block, range, view)
  const textAt = (row: number, column: number) => {
    const cells = block[row % block.length] ?? []
    return cells[column % Math.max(1, cells.length)] ?? ''
  }
  return fillRange(view, target, textAt)
}

/** The cells below the first row of a range, each with the text of the first row; of a single cell, the text of the one above it. */
export function fillDown(
  view: GridView,
  range: CellRange,
  textAt: (row: number, column: number) => string,
): EnteredCell[] {
  const isSingle = range.top === range.bottom
  if (isSingle && range.top === 0) return []
  const source = isSingle ? range.top - 1 : range.top
  const target = { ...range, top: isSingle ? range.top : range.top + 1 }
  return fillRange(view, target, (_row, column) => textAt(source, range.left + column))
}
