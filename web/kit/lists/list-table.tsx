import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Checkbox from '@mui/material/Checkbox'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import type { ListColumn, ListSource } from './list-types.ts'
import { PickBox, RowLink } from './row-parts.tsx'
import type { Picking } from './selection-bar.tsx'

type RowsProps<Row> = {
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  source: ListSource<Row>
  picking: Picking | undefined
}

type ListTableProps<Row> = RowsProps<Row> & {
  caption: string
  sort: string
  onSort: (sort: string) => void
}

// A word breaks only as a last resort, not to make room for another column.
const cell = {
  px: 1.25,
  py: 0.25,
  typography: 'body2',
  // Two lines are no higher than a target.
  lineHeight: 1.3,
  textAlign: 'start',
  verticalAlign: 'middle',
  overflowWrap: 'break-word',
} as const
// Under the top bar, which hides while the page scrolls down.
// Above the boxes of the rows, which lie above the rows' links.
const stickyHead = { py: 0, position: 'sticky', top: 0, zIndex: 2, bgcolor: 'surface.mist' } as const
// In line with each other, above and in the rows.
const PICK_MARGIN = -0.5
const isOneLine = ({ align, role }: ListColumn<never>) => align === 'end' || role === 'status'
const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }
const getAriaSort = (sort: string, column: string) =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none'
const ARROWS = { ascending: '↑', descending: '↓', none: '' }

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: ListColumn<Row>
  sort: string
  onSort: (sort: string) => void
}) {
  const look = {
    ...cell,
    ...stickyHead,
    height: 44,
    textAlign: column.align ?? 'start',
    fontWeight: 650,
  }
  const { sort: name } = column
  if (name === undefined)
    return (
      <Box component="th" scope="col" sx={look}>
        {column.isLabelHidden ? <Box sx={unseen}>{column.label}</Box> : column.label}
      </Box>
    )
  const order = getAriaSort(sort, name)
  return (
    <Box component="th" scope="col" aria-sort={order} sx={look}>
      <ButtonBase
        onClick={() => onSort(order === 'ascending' ? `-${name}` : name)}
        sx={{ minHeight: 44, mx: -1, px: 1, font: 'inherit', borderRadius: 1, whiteSpace: 'nowrap' }}
      >
        {column.label}
        <Box component="span" aria-hidden sx={{ ml: 0.5, width: '1ch' }}>
          {ARROWS[order]}
        </Box>
      </ButtonBase>
    </Box>
  )
}

/** Whether the table is wider than its frame. */
function useTooWide() {
  const frame = useRef<HTMLDivElement>(null)
  const [isTooWide, setTooWide] = useState(false)
  useEffect(() => {
    const box = frame.current
    const table = box?.firstElementChild
    if (!box || !table) return undefined
    const measure = () => setTooWide(table.scrollWidth > box.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return { frame, isTooWide }
}

/** The rows as a table, for desktops. */
export function ListTable<Row>({ rows, columns, source, picking, caption, sort, onSort }: ListTableProps<Row>) {
  const { t } = useTranslation()
  const { frame, isTooWide } = useTooWide()
  const ids = rows.map(source.getId)
  const isWhole = picking !== undefined && ids.length > 0 && ids.every(picking.has)
  return (
    <Box
      ref={frame}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        // Its layers stay below those of the page.
        isolation: 'isolate',
        // A box that scrolls sideways would keep the headings inside of it.
        overflowX: isTooWide ? 'auto' : 'visible',
      }}
    >
      <Box component="table" aria-label={caption} sx={{ width: '100%', borderCollapse: 'collapse' }}>
        <Box component="thead" sx={{ bgcolor: 'surface.mist' }}>
          <tr>
            {picking && (
              <Box component="th" scope="col" sx={{ ...cell, ...stickyHead, width: 60 }}>
                <Checkbox
                  checked={isWhole}
                  indeterminate={!isWhole && ids.some(picking.has)}
                  onChange={() => picking.togglePage(ids)}
                  slotProps={{ input: { 'aria-label': t('lists.pickPage') } }}
                  sx={{ m: PICK_MARGIN }}
                />
              </Box>
            )}
            {columns.map(column => (
              <HeadCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </Box>
        <tbody>
          {rows.map(row => (
            <Box
              component="tr"
              key={source.getId(row)}
              sx={{
                position: 'relative',
                borderTop: 1,
                borderColor: 'divider',
                ...(source.getPath && { '&:hover': { bgcolor: 'surface.mist' } }),
              }}
            >
              {picking && (
                <Box component="td" sx={{ ...cell, py: 0 }}>
                  <PickBox row={row} source={source} picking={picking} margin={PICK_MARGIN} />
                </Box>
              )}
              {columns.map(column => (
                <Box
                  component="td"
                  key={column.name}
                  sx={{
                    ...cell,
                    // The least height of a target.
                    height: 44,
                    textAlign: column.align ?? 'start',
                    whiteSpace: isOneLine(column) ? 'nowrap' : 'normal',
                  }}
                >
                  {column.role === 'title' ? (
                    <RowLink path={source.getPath?.(row)}>{column.cell(row)}</RowLink>
                  ) : (
                    column.cell(row)
                  )}
                </Box>
              ))}
            </Box>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

/** The rows as cards, for phones. */
export function ListCards<Row>({ rows, columns, source, picking }: RowsProps<Row>) {
  const inRole = (role: string) => columns.filter(column => (column.role ?? 'fact') === role)
  return (
    <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
      {rows.map(row => (
        <Box
          component="li"
          key={source.getId(row)}
          sx={{
            position: 'relative',
            listStyle: 'none',
            display: 'flex',
            // Without room beside the facts, the statuses are a row below them.
            flexWrap: 'wrap',
            columnGap: 1.5,
            rowGap: 0.5,
            alignItems: 'center',
            p: 1.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
          }}
        >
          {picking && <PickBox row={row} source={source} picking={picking} margin={-0.75} />}
          {inRole('picture').map(column => (
            <Box key={column.name}>{column.cell(row)}</Box>
          ))}
          <Box sx={{ flex: '1 1 170px', minWidth: 0, display: 'grid', gap: 0.25 }}>
            {inRole('title').map(column => (
              <RowLink key={column.name} path={source.getPath?.(row)}>
                {column.cell(row)}
              </RowLink>
            ))}
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'baseline',
                columnGap: 1.5,
                typography: 'body2',
                color: 'text.secondary',
              }}
            >
              {inRole('fact').map(column => (
                <div key={column.name}>
                  {column.labelOnCard && `${column.label}: `}
                  {column.cell(row)}
                </div>
              ))}
            </Box>
          </Box>
          <Box
            sx={{
              ml: 'auto',
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'end',
              alignItems: 'center',
              gap: 0.5,
              columnGap: 1.5,
            }}
          >
            {inRole('status').map(column => (
              <Box key={column.name}>{column.cell(row)}</Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

type SortFieldProps = {
  columns: readonly ListColumn<never>[]
  sort: string
  defaultSort: string
  onSort: (sort: string) => void
}

/** Sorts the cards of a phone, which have no headings to press. Its value says what it is for. */
export function SortField({ columns, sort, defaultSort, onSort }: SortFieldProps) {
  const { t } = useTranslation()
  const options = columns.flatMap(({ sort: name, label }) =>
    name === undefined
      ? []
      : [
          { value: name, label: t('lists.ascending', { column: label }) },
          { value: `-${name}`, label: t('lists.descending', { column: label }) },
        ],
  )
  if (options.length === 0) return null
  const isListed = options.some(({ value }) => value === defaultSort)
  const all = isListed ? options : [{ value: defaultSort, label: t('lists.usualOrder') }, ...options]
  return (
    <Box
      component="select"
      aria-label={t('lists.sort')}
      value={sort}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => onSort(event.target.value)}
      className={FIELD_CLASS}
      // Not as wide as its longest option.
      sx={{ flex: '1 1 auto', width: 100, minHeight: 44, px: 1 }}
    >
      {all.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Box>
  )
}
