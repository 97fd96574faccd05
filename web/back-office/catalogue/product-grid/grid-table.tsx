import Box from '@mui/material/Box'
import { type ClipboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { Cell, type CellRendererProps, type Column, DataGrid, type DataGridHandle } from 'react-data-grid'
import gridStyles from 'react-data-grid/lib/styles.css?url'
import { type CellRange } from '#domain/catalogue/grid/grid-block.ts'
import type { GridColumn } from '#domain/catalogue/grid/grid-cells.ts'
import { problemIn } from '#domain/catalogue/grid/grid-edits.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { GridSelectEditor, GridTextEditor } from './grid-editor.tsx'
import { choicesIn } from './grid-texts.ts'
import { type GridPosition, type GridViewInput, handleGridKey, useGridView, type ViewRow } from './use-grid-view.ts'

export type GridTableHandle = { goTo: (position: GridPosition) => void; fill: () => void }

type GridTableProps = GridViewInput & {
  ref: Ref<GridTableHandle>
  caption: string
  /** What the server found wrong with a cell, as a text. */
  getServerProblem: (productId: number, column: GridColumn) => string | undefined
  onUndo: () => void
  onRedo: () => void
}

const COLUMN_WIDTHS: Readonly<Record<GridColumn, number>> = {
  price: 90,
  purchase_price: 130,
  margin: 90,
  alarm_limit: 110,
  group_id: 150,
  vat_class_id: 190,
  order_pack: 110,
  enabled: 120,
  offered: 120,
  campaign: 230,
}
const ROW_HEIGHT = 40
const NUMERIC_COLUMNS: readonly GridColumn[] = ['price', 'purchase_price', 'margin', 'alarm_limit', 'order_pack']

const tableStyles = {
  // What is above it, and the bar below it while there is something to save.
  blockSize: 'calc(100dvh - 380px - var(--bottom-bar-height, 0px))',
  minBlockSize: 320,
  borderRadius: 1,
  fontFamily: 'inherit',
  '--rdg-color': 'var(--text-primary)',
  '--rdg-background-color': 'var(--background-paper)',
  '--rdg-header-background-color': 'var(--surface-mist)',
  '--rdg-row-hover-background-color': 'var(--background-paper)',
  '--rdg-border-color': 'var(--divider)',
  '--rdg-selection-color': 'var(--primary-main)',
  '--rdg-font-size': '0.9375rem',
  '& [role="gridcell"]': { userSelect: 'none' },
  '& [data-figure]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& [data-changed]': { fontWeight: 650, bgcolor: 'pill.attention', color: 'pill.attentionInk' },
  '& [data-picked]': { bgcolor: 'pill.open', color: 'pill.openInk' },
  '& [data-wrong]': { bgcolor: 'pill.danger', color: 'pill.dangerInk', boxShadow: 'inset 0 0 0 1px var(--error-main)' },
} as const

/** Products as a table of cells that are edited like a spreadsheet. */
export function GridTable(props: GridTableProps) {
  const { ref, caption, view, getServerProblem, onEnter, onUndo, onRedo } = props
  const { t } = useTranslation()
  const isWide = useWideScreen()
  const grid = useRef<DataGridHandle>(null)
  const selection = useGridView(props)
  const columns = useColumns(props, selection.getText, isWide)
  useImperativeHandle(ref, () => ({
    goTo: ({ row, column }) => grid.current?.setActivePosition({ rowIdx: row, idx: column + 1 }, { shouldFocus: true }),
    fill: selection.fill,
  }))
  const renderCell = (key: React.Key, cell: CellRendererProps<ViewRow, unknown>) => {
    const column = view.columns[cell.column.idx - 1]
    if (!column) return <Cell key={key} {...cell} role="rowheader" />
    const problem = findProblem(cell.row, column, { t, getServerProblem })
    const place = { row: cell.rowIdx, column: cell.column.idx - 1 }
    const isPicked = selection.range !== undefined && isInRange(selection.range, place)
    return (
      <Cell
        key={key}
        {...cell}
        {...cellMarks({ isPicked: isPicked && !isSingle(selection.range), column, row: cell.row, problem })}
        aria-selected={isPicked || cell.isCellActive}
        onMouseEnter={event => event.buttons === 1 && selection.extend(place)}
      />
    )
  }
  const clipboard = {
    onCopy: (event: ClipboardEvent) => toClipboard(event, selection.copy()),
    onCut: (event: ClipboardEvent) => toClipboard(event, selection.copy()) && selection.clear(),
    onPaste: (event: ClipboardEvent) => {
      if (isInField(event)) return
      event.preventDefault()
      selection.paste(event.clipboardData.getData('text/plain'))
    },
  }
  return (
    <Box {...clipboard} sx={{ '& > .rdg': tableStyles, minWidth: 0 }}>
      <link rel="stylesheet" href={gridStyles} precedence="grid" />
      <DataGrid
        ref={grid}
        aria-label={caption}
        columns={columns}
        rows={selection.rows}
        rowKeyGetter={row => row.product.id}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={ROW_HEIGHT}
        renderers={{ renderCell }}
        onActivePositionChange={({ rowIdx, column }) =>
          selection.select(
            column && column.idx > 0 && rowIdx >= 0 ? { row: rowIdx, column: column.idx - 1 } : undefined,
          )
        }
        onCellMouseDown={(cell, event) => {
          const place = { row: cell.rowIdx, column: cell.column.idx - 1 }
          if (place.column < 0) return
          if (!event.shiftKey) return selection.select(place)
          event.preventDefault()
          event.preventGridDefault()
          selection.extend(place)
        }}
        onCellKeyDown={(cell, event) => handleGridKey(cell, event, { ...selection, grid, view, onUndo, onRedo })}
        // The frame pastes; without this, the keys would open the cell.
        onCellPaste={({ row }) => row}
        onFill={({ sourceRow, targetRow }) => ({ ...targetRow, fill: sourceRow.product })}
        onRowsChange={(rows, { indexes, column }) => {
          const name = view.columns[column.idx - 1]
          if (name) onEnter(indexes.flatMap(index => toEntered(rows[index], name, selection.getText)))
        }}
      />
    </Box>
  )
}

const isInRange = ({ top, bottom, left, right }: CellRange, { row, column }: GridPosition) =>
  row >= top && row <= bottom && column >= left && column <= right

const isSingle = (range: CellRange | undefined) =>
  range !== undefined && range.top === range.bottom && range.left === range.right

function toEntered(
  row: ViewRow | undefined,
  column: GridColumn,
  getText: (product: ViewRow['product'], column: GridColumn) => string,
) {
  const text = row?.fill ? getText(row.fill, column) : row?.typed
  return row && text !== undefined ? [{ product: row.product, column, text }] : []
}

type CellMarks = { isPicked: boolean; column: GridColumn; row: ViewRow; problem: string | undefined }

/** The attributes of a cell for styles and for screen readers. */
const cellMarks = ({ isPicked, column, row, problem }: CellMarks) => ({
  ...(NUMERIC_COLUMNS.includes(column) && { 'data-figure': '' }),
  ...(isChanged(row, column) && { 'data-changed': '' }),
  ...(isPicked && { 'data-picked': '' }),
  ...(problem !== undefined && { 'data-wrong': '', 'aria-invalid': true, 'aria-description': problem, title: problem }),
})

const isChanged = ({ entries }: ViewRow, column: GridColumn) =>
  column === 'margin' ? entries?.cells.price !== undefined : entries?.cells[column] !== undefined

type ProblemTexts = Pick<GridTableProps, 'getServerProblem'> & { t: Translate }

/** What is wrong with a cell: as it was typed, or as the server found. */
export function findProblem({ product, entries }: ViewRow, column: GridColumn, { t, getServerProblem }: ProblemTexts) {
  const found = problemIn(entries, column)
  return found ? t(`productGrid.problems.${found}`) : getServerProblem(product.id, column)
}

const isInField = ({ target }: ClipboardEvent) => target instanceof HTMLInputElement

function toClipboard(event: ClipboardEvent, text: string | undefined): boolean {
  if (text === undefined || isInField(event)) return false
  event.preventDefault()
  event.clipboardData.setData('text/plain', text)
  return true
}

function useColumns(
  { view, context }: GridTableProps,
  getText: (product: ViewRow['product'], column: GridColumn) => string,
  isWide: boolean,
): Column<ViewRow>[] {
  const { t } = useTranslation()
  const name: Column<ViewRow> = {
    key: 'name',
    name: t('productGrid.columns.name'),
    frozen: true,
    resizable: true,
    width: isWide ? 240 : 130,
    renderCell: ({ row }): ReactNode => row.product.name,
  }
  const edited = view.columns.map((column): Column<ViewRow> => {
    const label = t(`productGrid.columns.${column}`)
    const options = choicesIn(column, context, t)
    return {
      key: column,
      name: label,
      resizable: true,
      width: COLUMN_WIDTHS[column],
      ...(NUMERIC_COLUMNS.includes(column) && { headerCellClass: 'figure' }),
      renderCell: ({ row }) => getText(row.product, column),
      renderEditCell: cell =>
        options ? (
          <GridSelectEditor {...cell} label={label} value={getText(cell.row.product, column)} options={options} />
        ) : (
          <GridTextEditor {...cell} label={label} text={getText(cell.row.product, column)} />
        ),
    }
  })
  return [name, ...edited]
}
