import Box from '@mui/material/Box'
import type { ChangeEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import type { ListColumn, ListSource } from './list-types.ts'
import { PickBox, RowLink } from './row-parts.tsx'
import type { RowPicking } from './selection-bar.tsx'

export type RowsProps<Row> = {
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  source: ListSource<Row>
  picking: RowPicking | undefined
}

// A word breaks only as a last resort, not to make room for another column.
export const cell = {
  px: 1.25,
  py: 0.25,
  typography: 'body2',
  // Two lines are no higher than a target.
  lineHeight: 1.3,
  textAlign: 'start',
  verticalAlign: 'middle',
  overflowWrap: 'break-word',
} as const

/** The one figure of a row, which stands at its edge; others have their labels among the facts. */
const isFigure = ({ role, align, labelOnCard }: ListColumn<never>) =>
  (role ?? 'fact') === 'fact' && align === 'end' && labelOnCard !== true

/** The rows as cards, for phones: names and facts at the left, the figure and the statuses at the right edge. */
export function ListCards<Row>({ rows, columns, source, picking }: RowsProps<Row>) {
  const figures = columns.filter(isFigure)
  const inRole = (role: string) =>
    columns.filter(column => (column.role ?? 'fact') === role && !figures.includes(column))
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
          {picking && (
            <PickBox row={row} source={source} picking={picking} page={rows.map(source.getId)} margin={-0.75} />
          )}
          {inRole('picture').map(column => (
            <Box key={column.name}>{column.cell(row)}</Box>
          ))}
          <Box sx={{ flex: '1 1 150px', minWidth: 0, display: 'grid', gap: 0.25 }}>
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
              alignSelf: 'start',
              display: 'grid',
              justifyItems: 'end',
              gap: 0.5,
              textAlign: 'end',
            }}
          >
            {figures.map(column => (
              <Box key={column.name}>{column.cell(row)}</Box>
            ))}
            {inRole('status').map(
              column => column.isUsual?.(row) !== true && <Box key={column.name}>{column.cell(row)}</Box>,
            )}
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

/** Sorts the cards of a phone, which have no headings to press. Its value is its label. */
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
      sx={{ flex: '1 1 auto', width: 100, minHeight: 44, pl: 1 }}
    >
      {all.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Box>
  )
}
