import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type FigureRow = { key: string | number; name: ReactNode; detail?: ReactNode; cells: readonly ReactNode[] }

type FigureTableProps = {
  /** The table's name for screen readers. */
  caption: string
  /** The first heads the row names, the others the figures. */
  headings: readonly string[]
  rows: readonly FigureRow[]
  foot?: FigureRow | undefined
}

const figureStyles = { textAlign: 'end' } as const
// On a phone each row is a small card: its name, and below it the labelled figures.
const tableStyles = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { p: 1, verticalAlign: 'top' },
  '& th': { textAlign: 'start' },
  '& tbody th': { fontWeight: 400 },
  '& thead th': { color: 'text.secondary', typography: 'body2' },
  '& thead th:not(:first-of-type)': figureStyles,
  '& tbody tr, & tfoot tr': { borderTop: 1, borderColor: 'divider' },
  '& tfoot': { fontWeight: 700 },
  '@media screen and (max-width: 599.95px)': {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tbody tr, & tfoot tr': { display: 'grid', gridTemplateColumns: '1fr', py: 0.5 },
    '& tbody th': { fontWeight: 650, pb: 0.25 },
    '& td': { display: 'flex', justifyContent: 'space-between', gap: 1, py: 0.25 },
    '& td::before': { content: 'attr(data-label)', color: 'text.secondary', fontWeight: 400 },
  },
} as const

/** Names with figures: a table on a wide screen, cards on a phone. */
export function FigureTable({ caption, headings, rows, foot }: FigureTableProps) {
  const [nameOfRows = '', ...labels] = headings
  const tr = ({ key, name, detail, cells }: FigureRow) => (
    <tr key={key}>
      <th scope="row">
        {name}
        {detail !== undefined && <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{detail}</Box>}
      </th>
      {labels.map((label, at) => (
        <Box component="td" key={label} data-label={label} sx={figureStyles}>
          {cells[at]}
        </Box>
      ))}
    </tr>
  )
  return (
    <Box component="table" aria-label={caption} sx={tableStyles}>
      <thead>
        <tr>
          <th scope="col">{nameOfRows}</th>
          {labels.map(label => (
            <th scope="col" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map(tr)}</tbody>
      {foot && <tfoot>{tr(foot)}</tfoot>}
    </Box>
  )
}
