import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import MuiLink from '@mui/material/Link'
import { useState } from 'react'
import { compareInFinnish } from '#domain/format/finnish-order.ts'
import { figuresTable } from '#web/back-office/kit/figures.tsx'
import { SortField } from '#web/kit/lists/list-cards.tsx'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'

export type TableColumn<Row> = {
  name: string
  label: string
  text: (row: Row) => string
  /** What it is sorted by; null comes last in both directions. */
  value: (row: Row) => number | string | null
  /** Sorted from the highest at first. */
  isFigure?: boolean
  /** A figure has its share of the largest one as a bar below it. */
  hasBar?: boolean
  /** Where its text leads. */
  to?: (row: Row) => string | undefined
}

type SortedTableProps<Row> = {
  caption: string
  /** The first has the names of the rows. */
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  getKey: (row: Row) => string
  /** The cells of the last row, which stays last. */
  total?: { name: string; cells: readonly string[] }
  /** A few rows: on a phone a table of two columns, the names and what has a bar, instead of cards. */
  isCompact?: boolean
}

const UNSORTED = ''

function compareValues(a: number | string | null, b: number | string | null, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' || typeof b === 'string') return compareInFinnish(String(a), String(b)) * direction
  return (a - b) * direction
}

/** Rows by a column (`name`, or `-name` from the highest); equal ones and all without a column stay in their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: string,
): readonly Row[] {
  const isDescending = sort.startsWith('-')
  const column = columns.find(({ name }) => name === sort.slice(isDescending ? 1 : 0))
  if (!column) return rows
  return rows.toSorted((a, b) => compareValues(column.value(a), column.value(b), isDescending ? -1 : 1))
}

const SORT_ARROWS = { ascending: '↑', descending: '↓', none: '' }
const getOrder = (sort: string, name: string) =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'

const sortedTable = { ...figuresTable, fontVariantNumeric: 'tabular-nums' } as const
const { '@media screen and (max-width: 599.95px)': _cards, ...compactTable } = sortedTable

/** A table of figures that is sorted by its headings; on a phone, where each row is a card, by a field. */
export function SortedTable<Row>(props: SortedTableProps<Row>) {
  const { caption, columns: all, rows, getKey, total, isCompact = false } = props
  const [sort, setSort] = useState(UNSORTED)
  const isWide = useWideScreen()
  const columns = isCompact && !isWide ? all.filter(({ hasBar }, at) => at === 0 || hasBar) : all
  const press = ({ name, isFigure = false }: TableColumn<Row>) => {
    const [first, second] = isFigure ? [`-${name}`, name] : [name, `-${name}`]
    setSort(sort === first ? second : first)
  }
  const fields: ListColumn<never>[] = columns.map(({ name, label }) => ({ name, label, sort: name, cell: () => null }))
  const shown = sortRows(rows, columns, sort)
  const [names, ...figures] = columns
  if (!names) return null
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      {!isWide && !isCompact && rows.length > 1 && (
        <Box sx={{ display: 'flex', '@media print': { display: 'none' } }}>
          <SortField columns={fields} sort={sort} defaultSort={UNSORTED} onSort={setSort} />
        </Box>
      )}
      {/* Focusable, so that the keyboard can scroll it where it is wider than the screen. */}
      <Box role="group" aria-label={caption} tabIndex={0} sx={{ overflowX: 'auto', minWidth: 0 }}>
        <Box component="table" aria-label={caption} sx={isCompact ? compactTable : sortedTable}>
          <thead>
            <tr>
              {columns.map(column => (
                <th scope="col" key={column.name} aria-sort={getOrder(sort, column.name)}>
                  {isWide ? (
                    <ButtonBase
                      onClick={() => press(column)}
                      sx={{ minHeight: 44, minWidth: 44, mx: -1, px: 1, font: 'inherit', borderRadius: 1 }}
                    >
                      {column.label}
                      <Box component="span" aria-hidden sx={{ ml: 0.5, width: '1ch' }}>
                        {SORT_ARROWS[getOrder(sort, column.name)]}
                      </Box>
                    </ButtonBase>
                  ) : (
                    column.label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(row => (
              <tr key={getKey(row)}>
                <Box component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                  <CellText column={names} row={row} />
                </Box>
                {figures.map(column => (
                  <Box component="td" key={column.name} data-label={column.label} sx={{ textAlign: 'end' }}>
                    {column.hasBar ? (
                      <DataBar share={getShare(column, row, rows)}>{column.text(row)}</DataBar>
                    ) : (
                      <CellText column={column} row={row} />
                    )}
                  </Box>
                ))}
              </tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr>
                <th scope="row">{total.name}</th>
                {figures.map(({ name, label }, at) => (
                  <Box component="td" key={name} data-label={label} sx={{ textAlign: 'end' }}>
                    {total.cells[at]}
                  </Box>
                ))}
              </tr>
            </tfoot>
          )}
        </Box>
      </Box>
    </Box>
  )
}

const toNumber = (value: number | string | null) => (typeof value === 'number' ? value : 0)

function getShare<Row>({ value }: TableColumn<Row>, row: Row, rows: readonly Row[]): number {
  const max = Math.max(...rows.map(each => toNumber(value(each))))
  return max > 0 ? Math.max(0, toNumber(value(row))) / max : 0
}

/** A text that may lead to what it counts; then as high as a finger. */
function CellText<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const to = column.to?.(row)
  if (to === undefined) return column.text(row)
  return (
    <MuiLink component={Link} to={to} sx={{ display: 'inline-block', minWidth: 44, py: 1.5 }}>
      {column.text(row)}
    </MuiLink>
  )
}

const DataBar = ({ share, children }: { share: number; children: string }) => (
  <Box sx={{ display: 'inline-grid', justifyItems: 'end', flex: '0 1 50%', width: '100%', gap: '2px' }}>
    {children}
    <Box
      aria-hidden
      sx={{
        height: 4,
        width: share > 0 ? `max(3px, ${share * 100}%)` : 0,
        bgcolor: 'primary.main',
        borderRadius: '2px',
        forcedColorAdjust: 'none',
        printColorAdjust: 'exact',
      }}
    />
  </Box>
)
