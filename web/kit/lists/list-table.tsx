import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Checkbox from '@mui/material/Checkbox'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type RowsProps, cell } from './list-cards.tsx'
import type { ListColumn } from './list-types.ts'
import { PickBox, RowLink } from './row-parts.tsx'

type ListTableProps<Row> = RowsProps<Row> & {
  caption: string
  sort: string
  onSort: (sort: string) => void
}

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
  const styles = {
    ...cell,
    ...stickyHead,
    height: 44,
    textAlign: column.align ?? 'start',
    fontWeight: 650,
  }
  const { sort: name } = column
  if (name === undefined)
    return (
      <Box component="th" scope="col" sx={styles}>
        {column.isLabelHidden ? <Box sx={unseen}>{column.label}</Box> : column.label}
      </Box>
    )
  const order = getAriaSort(sort, name)
  return (
    <Box component="th" scope="col" aria-sort={order} sx={styles}>
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
                  <PickBox row={row} source={source} picking={picking} page={ids} margin={PICK_MARGIN} />
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
