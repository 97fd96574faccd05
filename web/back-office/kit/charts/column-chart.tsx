import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import type { ChartColumn } from './plot.tsx'
import { SortedTable, type TableColumn } from './sorted-table.tsx'

type ColumnChartProps = {
  /** What the columns count: the name of the chart and of its table. */
  label: string
  /** What the names of the columns are. */
  rowHeading: string
  now: string
  /** The other series, if there is one. */
  before?: string
  columns: readonly ChartColumn[]
  format: (value: number) => string
  /** The axis has round values. */
  formatTick: (value: number) => string
  linkText: string
  /** False where a table of the page has the same figures. */
  hasTable?: boolean
}

const { Part: LazyPlot } = lazyPart(async () => (await import('./plot.tsx')).Plot)
/** As high as the plot that replaces it. */
const chartSkeleton = <Box sx={{ height: 220, borderRadius: 1, bgcolor: 'surface.mist' }} />

const swatchStyles = {
  display: 'inline-block',
  width: 12,
  height: 12,
  borderRadius: '2px',
  mr: 0.75,
  forcedColorAdjust: 'none',
}
const nowSwatch = { ...swatchStyles, bgcolor: 'primary.main' }
const beforeSwatch = {
  ...swatchStyles,
  border: 1,
  borderColor: 'primary.main',
  color: 'primary.main',
  backgroundImage: 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 5px)',
}

/** How far the keys move in a chart of so many columns; undefined for another key. */
const KEY_STEPS: Record<string, (picked: number, last: number) => number> = {
  ArrowLeft: picked => picked - 1,
  ArrowDown: picked => picked - 1,
  ArrowRight: picked => picked + 1,
  ArrowUp: picked => picked + 1,
  PageDown: picked => picked - 7,
  PageUp: picked => picked + 7,
  Home: () => 0,
  End: (_picked, last) => last,
}

const indexOfHighest = (columns: readonly ChartColumn[]) =>
  columns.reduce((best, { now = 0 }, at) => (now > (columns[best]?.now ?? 0) ? at : best), 0)

/**
 * Columns with axes, beside those of another period. One column is picked, by hovering, touching or the arrow keys: its values are
 * read above, with a link to what it counts. A table has all of them.
 */
export function ColumnChart(props: ColumnChartProps) {
  const { label, now, before, columns, format, formatTick, hasTable = true } = props
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const found = columns.findIndex(({ key }) => key === chosen)
  const picked = found === -1 ? indexOfHighest(columns) : found
  const column = columns[picked]
  if (!column) return null
  const pick = (index: number) => setChosen(columns[Math.min(columns.length - 1, Math.max(0, index))]?.key)
  const open = (index: number) => {
    const to = columns[index]?.to
    if (to !== undefined) void navigate(to)
  }
  const handleKey = (event: KeyboardEvent) => {
    const move = KEY_STEPS[event.key]
    if (move) pick(move(picked, columns.length - 1))
    else if (event.key === 'Enter') open(picked)
    else return
    event.preventDefault()
  }
  const text = (value: number | undefined) => (value === undefined ? '–' : format(value))
  const values = [`${now} ${text(column.now)}`, ...(before === undefined ? [] : [`${before} ${text(column.before)}`])]
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0, breakInside: 'avoid' }}>
      <ColumnValues {...props} column={column} text={text} />
      <Box
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={columns.length - 1}
        aria-valuenow={picked}
        aria-valuetext={`${column.name}: ${values.join(', ')}`}
        onKeyDown={handleKey}
        sx={{ minWidth: 0, borderRadius: 1 }}
      >
        <LazyPlot
          columns={columns}
          hasBefore={before !== undefined}
          picked={picked}
          formatTick={formatTick}
          onPick={pick}
          onOpen={open}
          waiting={chartSkeleton}
        />
      </Box>
      {hasTable && <ChartTable {...props} text={text} />}
    </Box>
  )
}

type ValueText = (value: number | undefined) => string

/** The picked column in words; the names of the series are the chart's legend. */
function ColumnValues({
  now,
  before,
  column,
  linkText,
  text,
}: ColumnChartProps & { column: ChartColumn; text: ValueText }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        alignItems: 'baseline',
        minHeight: 44,
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ fontWeight: 650, minWidth: '9.5em' }}>
        {column.name}
      </Box>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <Box component="span" aria-hidden sx={nowSwatch} />
        {now} <b>{text(column.now)}</b>
      </Box>
      {before !== undefined && (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          <Box component="span" aria-hidden sx={beforeSwatch} />
          {before} {text(column.before)}
        </Box>
      )}
      {column.to !== undefined && (
        <MuiLink component={Link} to={column.to} sx={{ ml: 'auto', py: 1.5 }}>
          {linkText}
        </MuiLink>
      )}
    </Box>
  )
}

/** The chart's figures as a table: for readers who can't see the columns, and for exact values. It renders once it is opened. */
function ChartTable({ label, rowHeading, now, before, columns, text }: ColumnChartProps & { text: ValueText }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const tableColumns: TableColumn<ChartColumn>[] = [
    {
      name: 'name',
      label: rowHeading,
      value: ({ key }) => columns.findIndex(column => column.key === key),
      text: ({ name }) => name,
      to: ({ to }) => to,
    },
    { name: 'now', label: now, isFigure: true, value: column => column.now ?? null, text: column => text(column.now) },
    ...(before === undefined
      ? []
      : [
          {
            name: 'before',
            label: before,
            isFigure: true,
            value: (column: ChartColumn) => column.before ?? null,
            text: (column: ChartColumn) => text(column.before),
          },
        ]),
  ]
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <Box
        component="summary"
        sx={{ minHeight: 44, display: 'list-item', lineHeight: '44px', cursor: 'pointer', color: 'primary.main' }}
        aria-label={`${t('charts.showTable')}: ${label}`}
      >
        {t('charts.showTable')}
      </Box>
      {isOpen && <SortedTable caption={label} columns={tableColumns} rows={columns} getKey={({ key }) => key} />}
    </details>
  )
}
