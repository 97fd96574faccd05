import { type RefObject, useMemo, useState } from 'react'
import type { CellKeyboardEvent, CellKeyDownArgs, DataGridHandle } from 'react-data-grid'
import {
  type CellRange,
  fillDown,
  fillRange,
  type GridView,
  pasteBlock,
  readBlock,
  writeBlock,
} from '#domain/catalogue/grid/grid-block.ts'
import type { CellContext, GridColumn, GridProduct } from '#domain/catalogue/grid/grid-cells.ts'
import { cellText, type EnteredCell, type GridEdits, type RowEntries } from '#domain/catalogue/grid/grid-edits.ts'

/** A row as the table shows it. `typed` and `fill` are set while a change is on its way. */
export type ViewRow = {
  product: GridProduct
  entries: RowEntries | undefined
  typed?: string
  fill?: GridProduct
}

export type GridPosition = { row: number; column: number }

/** The selected cells: from one cell, which is active, to another one. */
type SelectedRange = { from: GridPosition; to: GridPosition }

const toRange = ({ from, to }: SelectedRange): CellRange => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
})

export type GridViewInput = {
  view: GridView
  edits: GridEdits
  context: CellContext
  onEnter: (cells: readonly EnteredCell[]) => void
}

/** The rows of the table, the selected cells, and what keys and the clipboard do to them. */
export function useGridView({ view, edits, context, onEnter }: GridViewInput) {
  const { products, columns } = view
  const rows = useMemo(
    () => products.map((product): ViewRow => ({ product, entries: edits.rows.get(product.id) })),
    [products, edits.rows],
  )
  const [selected, setSelected] = useState<SelectedRange>()
  const range = selected && isWithin(selected, view) ? toRange(selected) : undefined
  const getText = (product: GridProduct, column: GridColumn) =>
    cellText(column, { product, entries: edits.rows.get(product.id), context })
  const textAt = (row: number, column: number) => {
    const [product, name] = [products[row], columns[column]]
    return product && name ? getText(product, name) : ''
  }
  return {
    rows,
    selected,
    range,
    getText,
    select: (from: GridPosition | undefined) => setSelected(from && { from, to: from }),
    extend: (to: GridPosition) => setSelected(before => before && { ...before, to }),
    selectAll: () =>
      setSelected({ from: { row: 0, column: 0 }, to: { row: products.length - 1, column: columns.length - 1 } }),
    copy: () =>
      range &&
      writeBlock(
        products
          .slice(range.top, range.bottom + 1)
          .map(product => columns.slice(range.left, range.right + 1).map(column => getText(product, column))),
      ),
    paste: (text: string) => range && onEnter(pasteBlock(view, range, readBlock(text))),
    clear: () => range && onEnter(fillRange(view, range, () => '')),
    fill: () => range && onEnter(fillDown(view, range, textAt)),
  }
}

export type GridSelection = ReturnType<typeof useGridView>

const isWithin = ({ from, to }: SelectedRange, { products }: GridView) =>
  from.row < products.length && to.row < products.length

type KeyActions = GridSelection & {
  grid: RefObject<DataGridHandle | null>
  view: GridView
  onUndo: () => void
  onRedo: () => void
}

const ARROW_STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const clampToMax = (value: number, max: number) => Math.max(0, Math.min(value, max))

/** Keys as in a spreadsheet, besides those of the table itself: arrows, Tab, Enter and typing. */
export function handleGridKey(args: CellKeyDownArgs<ViewRow>, event: CellKeyboardEvent, actions: KeyActions): void {
  const handled = (act: () => void) => {
    event.preventDefault()
    event.preventGridDefault()
    act()
  }
  if (args.mode === 'EDIT') return handleEditorKey(args, event, actions)
  const isWithCommand = event.ctrlKey || event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const step = ARROW_STEPS[key]
  if (event.shiftKey && step) return handled(() => extendBy(step, { isToEnd: isWithCommand, actions }))
  if (isWithCommand) {
    const command = commandFor(key, { isShifted: event.shiftKey, actions })
    if (command) handled(command)
    return
  }
  if (key === 'Delete' || key === 'Backspace') handled(() => actions.clear())
  if (key === 'F2' && args.column) {
    const position = { idx: args.column.idx, rowIdx: args.rowIdx }
    handled(() => args.setActivePosition(position, { enableEditor: true }))
  }
}

function commandFor(key: string, { isShifted, actions }: { isShifted: boolean; actions: KeyActions }) {
  if (key === 'z') return isShifted ? actions.onRedo : actions.onUndo
  if (key === 'y') return actions.onRedo
  if (key === 'd') return () => actions.fill()
  return key === 'a' ? actions.selectAll : undefined
}

type SelectionExtension = { isToEnd: boolean; actions: KeyActions }

function extendBy([down, right]: readonly [number, number], { isToEnd, actions }: SelectionExtension): void {
  const { selected, view, grid, extend } = actions
  if (!selected) return
  const [lastRow, lastColumn] = [view.products.length - 1, view.columns.length - 1]
  const [rows, columns] = isToEnd ? [lastRow, lastColumn] : [1, 1]
  const to = {
    row: clampToMax(selected.to.row + down * rows, lastRow),
    column: clampToMax(selected.to.column + right * columns, lastColumn),
  }
  extend(to)
  grid.current?.scrollToCell({ rowIdx: to.row, idx: to.column + 1 })
}

/** Enter saves the cell and goes to the one below, with Shift to the one above. */
function handleEditorKey(
  args: CellKeyDownArgs<ViewRow> & { mode: 'EDIT' },
  event: CellKeyboardEvent,
  { grid, view }: KeyActions,
): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.preventGridDefault()
  const rowIdx = args.rowIdx + (event.shiftKey ? -1 : 1)
  if (rowIdx < 0 || rowIdx >= view.products.length) args.onClose(true)
  else grid.current?.setActivePosition({ rowIdx, idx: args.column.idx }, { shouldFocus: true })
}
