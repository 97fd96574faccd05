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
  /** As many rows as fit. */
  isCompact?: boolean
}

// Under the top bar, which hides while the page scrolls down.
// Above the boxes of the rows, which lie above the rows' links.
const stickyHead = { py: 0, position: 'sticky', top: 0, zIndex: 2, bgcolor: 'surface.mist' } as const
// The least height of a target under a finger; under a mouse rows are lower, so that a laptop shows sixteen of them.
const ROW_HEIGHT = 'var(--row-height)'
const HEAD_HEIGHT = 'var(--head-height)'
const densityStyles = {
  usual: {
    '--row-height': '44px',
    '--head-height': '44px',
    '@media (pointer: fine)': {
      '--row-height': '33px',
      '--head-height': '36px',
      '& td': { py: '1px' },
      '& [class*="pill"]': { py: '2px' },
      '& .MuiCheckbox-root': { my: '-7px' },
    },
  },
  compact: {
    '--row-height': '24px',
    '--head-height': '28px',
    '& td, & th': { py: 0, lineHeight: 1.25 },
    '& [data-picture] > *': { zoom: 0.7 },
    '& [class*="pill"]': { py: 0, lineHeight: 1.5 },
    '& .MuiCheckbox-root': { p: 0, m: 0, minWidth: 24, minHeight: 24, width: 24, height: 24 },
  },
} as const
// In line with each other, above and in the rows.
const PICK_MARGIN = -0.5
const isOneLine = ({ align, role }: ListColumn<never>) => align === 'end' || role === 'status'
const screenReaderOnly = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
}
const getAriaSort = (sort: string, column: string) =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none'
const SORT_ARROWS = { ascending: '↑', descending: '↓', none: '' }

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
    height: HEAD_HEIGHT,
    textAlign: column.align ?? 'start',
    fontWeight: 650,
  }
  const { sort: name } = column
  if (name === undefined)
    return (
      <Box component="th" scope="col" sx={styles}>
        {column.isLabelHidden ? <Box sx={screenReaderOnly}>{column.label}</Box> : column.label}
      </Box>
    )
  const order = getAriaSort(sort, name)
  return (
    <Box component="th" scope="col" aria-sort={order} sx={styles}>
      <ButtonBase
        onClick={() => onSort(order === 'ascending' ? `-${name}` : name)}
        sx={{ minHeight: HEAD_HEIGHT, mx: -1, px: 1, font: 'inherit', borderRadius: 1, whiteSpace: 'nowrap' }}
      >
        {column.label}
        <Box component="span" aria-hidden sx={{ ml: 0.5, width: '1ch' }}>
          {SORT_ARROWS[order]}
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
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows, columns, source, picking, caption, sort, onSort, isCompact = false } = props
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
      <Box
        component="table"
        aria-label={caption}
        data-dense
        sx={{ width: '100%', borderCollapse: 'collapse', ...(isCompact ? densityStyles.compact : densityStyles.usual) }}
      >
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
                  data-picture={column.role === 'picture' || undefined}
                  sx={{
                    ...cell,
                    height: ROW_HEIGHT,
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
